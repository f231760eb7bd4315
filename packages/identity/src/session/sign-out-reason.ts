import { hasCode } from "../errors.ts";
import type { SignOutReason } from "./stored-record.ts";

/** The reason for which an error ends a session, if it has one of the codes that are said to. */
export const signOutReason = (error: unknown, ...codes: SignOutReason[]): SignOutReason | undefined =>
  hasCode(error, ...codes)
    ? // One code stands for two words; the person is told which it was.
      error.serverCode === "USER_NOT_FOUND"
      ? "user-not-found"
      : (error.code as SignOutReason)
    : undefined;
