import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Failure } from "../messages/failure.ts";

/** The message that proves an address: whether this page has sent one. */
export type VerificationMail =
  | { status: "idle" }
  | { status: "busy" }
  | { status: "sent" }
  | { status: "failed"; failure: Failure; attempt: number };

export const verificationMailStore = createStore<VerificationMail>(() => ({ status: "idle" }));

export const useVerificationMail = (): VerificationMail => useStore(verificationMailStore);
