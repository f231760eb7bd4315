import * as v from "valibot";
import { hasCode } from "./identity-error.ts";

/** Why a session ended without being asked to; remembered, so that the next page can say so. */
export const SignOutReason = v.picklist([
  "user-token-expired",
  "user-disabled",
  "user-not-found",
  "invalid-refresh-token",
  "invalid-user-token",
]);
export type SignOutReason = v.InferOutput<typeof SignOutReason>;

/** The reason for which an error ends a session, if it has one of the codes that are said to. */
export const signOutReason = (error: unknown, ...codes: SignOutReason[]): SignOutReason | undefined =>
  hasCode(error, ...codes)
    ? // One code stands for two words; the person is told which it was.
      error.serverCode === "USER_NOT_FOUND"
      ? "user-not-found"
      : (error.code as SignOutReason)
    : undefined;
