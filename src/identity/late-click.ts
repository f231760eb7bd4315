/** The code of a window arrived too long after its click: the browser would block the window. The next click opens it. */
export class LateClickError extends Error {
  override readonly name = "LateClickError";
}
