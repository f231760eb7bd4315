/** A browser may prerender a page in advance, which must not spend a code. */
export function waitUntilShown(page: Document): Promise<void> {
  if (!("prerendering" in page) || page.prerendering !== true) return Promise.resolve();
  return new Promise((resolve) =>
    page.addEventListener("prerenderingchange", () => resolve(), { once: true }),
  );
}
