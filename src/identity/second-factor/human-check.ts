import { IdentityError } from "@tallybin/identity";
import { siteConfig } from "../../config/site-config.ts";
import { humanCheckStore } from "./human-check-store.ts";

const HUMAN_CHECK_PATH = "/auth-frame/human-check";
const CHECK_TIMEOUT_MS = 120_000;
/** A frame without a message by then did not load. Browsers do not report that to the page. */
const LOAD_TIMEOUT_MS = 30_000;

/** The frame's message: the token of a passed check; none if the check does not work. */
const tokenIn = (data: unknown): string | undefined =>
  typeof data === "object" && data !== null && "token" in data && typeof data.token === "string"
    ? data.token
    : undefined;
/** The frame's message that the check has loaded, and whether its second question is open. */
const openIn = (data: unknown): boolean | undefined =>
  typeof data === "object" && data !== null && "isOpen" in data && typeof data.isOpen === "boolean"
    ? data.isOpen
    : undefined;
const isFromCheck = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "type" in data && data.type === "human-check";

/** Shows the frame and waits for its token. Accepts only messages of the check's origin from our own frame. */
export function askWhetherHuman(checkOrigin = siteConfig().humanCheckOrigin): Promise<string> {
  // On our own origin, the check's script could read the session.
  if (!checkOrigin || checkOrigin === window.location.origin) {
    return Promise.reject(new IdentityError("captcha-check-failed"));
  }
  const address = `${checkOrigin}${HUMAN_CHECK_PATH}`;
  return new Promise((resolve, reject) => {
    const events = new AbortController();
    const end = (token: string | undefined) => {
      events.abort();
      clearTimeout(timer);
      humanCheckStore.setState({ check: undefined });
      if (token) resolve(token);
      else reject(new IdentityError("captcha-check-failed"));
    };
    let timer = setTimeout(() => end(undefined), LOAD_TIMEOUT_MS);
    let isThere = false;
    const show = (isOpen: boolean) =>
      humanCheckStore.setState({ check: { address, isOpen, cancel: () => end(undefined) } });
    window.addEventListener(
      "message",
      ({ data, origin, source }) => {
        const frame = document.querySelector<HTMLIFrameElement>(`iframe[src="${address}"]`);
        if (origin !== checkOrigin || !frame || source !== frame.contentWindow) return;
        if (!isFromCheck(data)) return;
        const isOpen = openIn(data);
        if (isOpen === undefined) return end(tokenIn(data));
        if (!isThere) {
          isThere = true;
          clearTimeout(timer);
          timer = setTimeout(() => end(undefined), CHECK_TIMEOUT_MS);
        }
        show(isOpen);
      },
      { signal: events.signal },
    );
    show(false);
  });
}
