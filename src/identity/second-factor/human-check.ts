import { type HumanVerifier, IdentityError } from "@tallybin/identity";
import { createStore } from "zustand/vanilla";
import { siteConfig } from "../../config/site-config.ts";
import { tokenOfFrame } from "../human-check/check-frame.ts";

/** Set while a check is visible: the address of its frame, whether its second question is open, and how to end it. */
export const humanCheckStore = createStore<{
  check: { address: string; isOpen: boolean; cancel: () => void } | undefined;
}>(() => ({ check: undefined }));

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

/** The proof that a person requests a text message, from a frame on its own origin. */
export const humanVerifier: HumanVerifier = {
  async verify() {
    if (siteConfig().sms === "off") throw new IdentityError("operation-not-allowed");
    return askWhetherHuman();
  },
};
