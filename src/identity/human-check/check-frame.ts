import { IdentityError } from "@tallybin/identity";
import { siteConfig } from "../../config/site-config.ts";

const CHECK_TIMEOUT_MS = 120_000;
/** A frame without a message by then did not load. Browsers do not report that to the page. */
const LOAD_TIMEOUT_MS = 30_000;

/** Reads the token from a message of the frame. A message without a token means that the check does not work. */
const readToken = (data: unknown): string | undefined =>
  typeof data === "object" && data !== null && "token" in data && typeof data.token === "string"
    ? data.token
    : undefined;
/**
 * Reads from a message of the frame whether the check's second question is open. Such a message also means that the
 * check has loaded.
 */
const readIsOpen = (data: unknown): boolean | undefined =>
  typeof data === "object" && data !== null && "isOpen" in data && typeof data.isOpen === "boolean"
    ? data.isOpen
    : undefined;
const isCheckMessage = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "type" in data && data.type === "human-check";

type CheckFrame = {
  origin?: string | undefined;
  find(address: string): HTMLIFrameElement | null;
  /** Shows the frame, and whether the check's second question is open. */
  show(address: string, isOpen: boolean): void;
  signal?: AbortSignal;
};

/**
 * Waits for the token of a frame of the human check. Accepts only messages of the check's origin from our own frame.
 * @throws IdentityError `captcha-check-failed`
 */
export function tokenOfFrame({
  origin: checkOrigin = siteConfig().humanCheckOrigin,
  find,
  show,
  signal,
}: CheckFrame): Promise<string> {
  // On our own origin, the check's script could read the session.
  if (!checkOrigin || checkOrigin === window.location.origin) {
    return Promise.reject(new IdentityError("captcha-check-failed"));
  }
  const address = `${checkOrigin}/auth-frame/human-check`;
  return new Promise((resolve, reject) => {
    const events = new AbortController();
    const endCheck = (token: string | undefined) => {
      events.abort();
      clearTimeout(timer);
      if (token) resolve(token);
      else reject(new IdentityError("captcha-check-failed"));
    };
    let timer = setTimeout(() => endCheck(undefined), LOAD_TIMEOUT_MS);
    let isThere = false;
    signal?.addEventListener("abort", () => endCheck(undefined), { signal: events.signal });
    window.addEventListener(
      "message",
      ({ data, origin, source }) => {
        const frame = find(address);
        if (origin !== checkOrigin || !frame || source !== frame.contentWindow) return;
        if (!isCheckMessage(data)) return;
        const isOpen = readIsOpen(data);
        if (isOpen === undefined) return endCheck(readToken(data));
        if (!isThere) {
          isThere = true;
          clearTimeout(timer);
          timer = setTimeout(() => endCheck(undefined), CHECK_TIMEOUT_MS);
        }
        show(address, isOpen);
      },
      { signal: events.signal },
    );
    show(address, false);
  });
}
