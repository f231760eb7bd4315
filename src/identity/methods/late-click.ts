/** A popup's code loaded too long after the click, so the browser would block the popup. The next click opens it. */
export class LateClickError extends Error {
  override readonly name = "LateClickError";
}
