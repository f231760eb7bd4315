import { IdentityError } from "@tallybin/identity";
import { siteConfig } from "../config/site-config.ts";
import { humanCheckStore } from "./human-check-store.ts";

const HUMAN_CHECK_PATH = "/auth-frame/human-check";
const CHECK_TIMEOUT_MS = 120_000;

/** The frame's message: the token of a passed check; none if the check does not work. */
const tokenIn = (data: unknown): string | undefined =>
  typeof data === "object" && data !== null && "token" in data && typeof data.token === "string"
    ? data.token
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
    const timer = setTimeout(() => end(undefined), CHECK_TIMEOUT_MS);
    window.addEventListener(
      "message",
      ({ data, origin, source }) => {
        const frame = document.querySelector<HTMLIFrameElement>(`iframe[src="${address}"]`);
        if (origin !== checkOrigin || !frame || source !== frame.contentWindow) return;
        if (isFromCheck(data)) end(tokenIn(data));
      },
      { signal: events.signal },
    );
    humanCheckStore.setState({ check: { address, cancel: () => end(undefined) } });
  });
}
