import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Choice } from "./consent.ts";

/** Whether visits may be counted. Updated by `src/analytics`, which runs only if it is configured. */
export const consentStore = createStore(() => ({
  /** False if analytics is not configured; the question is then never shown. */
  isOffered: false,
  /** Whether the browser refuses on the user's behalf. */
  isForbidden: false,
  choice: undefined as Choice | undefined,
  isOpen: false,
  choose: (_choice: Choice): void => undefined,
}));

export const useConsent = () => useStore(consentStore);
