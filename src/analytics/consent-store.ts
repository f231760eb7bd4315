import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Whether visits may be counted. Updated by `src/analytics`, which runs only if it is configured. */
export type Consent = {
  /** False if analytics is not configured; the question is then never shown. */
  isOffered: boolean;
  /** Whether the browser refuses on the user's behalf. */
  isForbidden: boolean;
  choice: "accepted" | "rejected" | undefined;
  isOpen: boolean;
  choose(choice: "accepted" | "rejected"): void;
};

export const consentStore = createStore<Consent>(() => ({
  isOffered: false,
  isForbidden: false,
  choice: undefined,
  isOpen: false,
  choose: () => undefined,
}));

export const useConsent = (): Consent => useStore(consentStore);
