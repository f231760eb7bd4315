import { createStore } from "zustand/vanilla";

/** Whether visits may be counted; fed by `src/analytics`, which runs only where that is configured. */
export type Consent = {
  /** False where nothing is configured: then nobody is asked. */
  isOffered: boolean;
  /** The browser says no for its owner. */
  isForbidden: boolean;
  choice: "accepted" | "rejected" | undefined;
  /** Whether the question is on view. */
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
