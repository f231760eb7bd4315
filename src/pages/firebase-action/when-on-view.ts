/** A browser may prepare a page it only expects to be opened; a code must not be spent by that. */
export function whenOnView(page: Document): Promise<void> {
  if (!("prerendering" in page) || page.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) =>
    page.addEventListener("prerenderingchange", () => resolve(), { once: true }),
  );
}
