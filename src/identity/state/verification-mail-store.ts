import type { Failure } from "../../messages/failure.ts";
import { userState } from "./user-state.ts";

/** Whether this page has sent the verification message. Each run has a number. */
export type VerificationMail = { runNumber: number } & (
  | { status: "idle" }
  | { status: "busy" }
  | { status: "sent" }
  | { status: "failed"; failure: Failure }
);

export const verificationMail = userState<VerificationMail>({ status: "idle", runNumber: 0 });
