import { useStore } from "zustand";
import { type Consent, consentStore } from "./consent-store.ts";

/** Whether visits may be counted, and whether the question is open. */
export const useConsent = (): Consent => useStore(consentStore);
