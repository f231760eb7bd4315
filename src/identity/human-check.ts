import { IdentityError } from "@tallybin/identity";
import { createStore } from "zustand/vanilla";

export const HUMAN_CHECK_PATH = "/auth-frame/human-check";
const CHECK_TIMEOUT_MS = 120_000;

/** What the frame posts: a token, or that the person closed it or that it cannot work. */
type FrameMessage = { type: "human-check"; token?: string; height?: number };

const isFrameMessage = (data: unknown): data is FrameMessage =>
  typeof data === "object" && data !== null && "type" in data && data.type === "human-check";

type Check = { cancel: () => void };
/** Non-empty while a check is on view. */
export const humanCheckStore = createStore<{ check: Check | undefined }>(() => ({ check: undefined }));

/** Shows the frame and waits for its token. Only a message of our own origin, from our own frame, counts. */
export function askWhetherHuman(): Promise<string> {
  return new Promise((resolve, reject) => {
    const events = new AbortController();
    const end = (settle: () => void) => {
      events.abort();
      clearTimeout(timer);
      humanCheckStore.setState({ check: undefined });
      settle();
    };
    const refuse = () => end(() => reject(new IdentityError("captcha-check-failed")));
    const timer = setTimeout(refuse, CHECK_TIMEOUT_MS);
    window.addEventListener(
      "message",
      ({ data, origin, source }) => {
        const frame = document.querySelector<HTMLIFrameElement>(`iframe[src="${HUMAN_CHECK_PATH}"]`);
        if (origin !== window.location.origin || !frame || source !== frame.contentWindow) return;
        if (!isFrameMessage(data)) return;
        const { token } = data;
        if (typeof token === "string" && token !== "") end(() => resolve(token));
        else if (data.height === undefined) refuse();
      },
      { signal: events.signal },
    );
    humanCheckStore.setState({ check: { cancel: refuse } });
  });
}
