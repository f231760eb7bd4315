import { tokenOfFrame } from "../human-check/check-frame.ts";
import { humanCheckStore } from "./human-check-store.ts";

/** Shows the frame and waits for its token. */
export async function askWhetherHuman(origin?: string): Promise<string> {
  const canceled = new AbortController();
  try {
    return await tokenOfFrame({
      origin,
      find: (address) => document.querySelector<HTMLIFrameElement>(`iframe[src="${address}"]`),
      show: (address, isOpen) =>
        humanCheckStore.setState({ check: { address, isOpen, cancel: () => canceled.abort() } }),
      signal: canceled.signal,
    });
  } finally {
    humanCheckStore.setState({ check: undefined });
  }
}
