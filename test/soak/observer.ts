/** The name of the function with which a page reports what it shows. */
export const REPORT = "soakSaw";

export type ObserverOptions = { report: string; people: readonly string[] };

/**
 * Runs in each page before its own scripts, and reports each change of what the page shows. It only reads the page.
 * It has no inner function with a name, because tsx would add a helper that the page does not have.
 */
export function observePage({ report, people }: ObserverOptions): void {
  if (window.top !== window) return;
  let last = "";
  new MutationObserver(() => {
    const header = document.querySelector("header[data-account]");
    const status = header?.getAttribute("data-account") ?? "unknown";
    const text = (document.querySelector("main")?.textContent ?? "").toLowerCase();
    // The account button shows the user's initials.
    const initials = [...(header?.querySelectorAll("button, a") ?? [])]
      .map(({ textContent }) => /^([A-Z])\S?Account$/.exec(textContent ?? "")?.[1])
      .find((initial) => initial !== undefined);
    const marks = people.filter(
      (person) => person.charAt(0) === initials || text.includes(person.toLowerCase()),
    );
    const user = marks.length > 1 ? `mixed: ${marks.join(", ")}` : (marks[0] ?? "nothing");
    const what = status === "signed-in" ? user : status === "signed-out" ? "signed out" : "nothing";
    if (what === last) return;
    last = what;
    const tell: unknown = Reflect.get(window, report);
    if (typeof tell === "function") tell({ at: Date.now(), what });
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["data-account"],
  });
}
