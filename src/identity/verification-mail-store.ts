import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Failure } from "../messages/failure.ts";

/** The message that proves an address: whether this page has sent one. */
export type VerificationMail =
  | { status: "idle" }
  | { status: "busy" }
  | { status: "sent" }
  | { status: "failed"; failure: Failure; attempt: number };

const IDLE: VerificationMail = { status: "idle" };

/** Whom it was sent for is kept with it: the next person in this tab has been sent nothing. */
export const verificationMailStore = createStore<{ uid: string; mail: VerificationMail }>(() => ({
  uid: "",
  mail: IDLE,
}));

export const mailOf = (uid: string): VerificationMail => {
  const { uid: whose, mail } = verificationMailStore.getState();
  return whose === uid ? mail : IDLE;
};

export const useVerificationMail = (uid: string): VerificationMail =>
  useStore(verificationMailStore, (state) => (state.uid === uid ? state.mail : IDLE));
