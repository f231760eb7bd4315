import { IdentityError } from "@tallybin/identity";
import * as v from "valibot";
import { siteConfig } from "../../config/site-config.ts";

const CHECK_TIMEOUT_MS = 120_000;
/** A frame without a message by then did not load. Browsers do not report that to the page. */
const LOAD_TIMEOUT_MS = 30_000;

/** `isOpen`: the check has loaded, and its second question is open or not. Without both, it does not work. */
const CheckMessage = v.object({
  type: v.literal("human-check"),
  token: v.optional(v.string()),
  isOpen: v.optional(v.boolean()),
});

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
        if (!v.is(CheckMessage, data)) return;
        if (data.isOpen === undefined) return endCheck(data.token);
        if (!isThere) {
          isThere = true;
          clearTimeout(timer);
          timer = setTimeout(() => endCheck(undefined), CHECK_TIMEOUT_MS);
        }
        show(address, data.isOpen);
      },
      { signal: events.signal },
    );
    show(address, false);
  });
}
