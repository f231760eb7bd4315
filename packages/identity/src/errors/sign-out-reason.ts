import * as v from "valibot";
import { hasCode } from "./identity-error.ts";

/** Why a session ended without a sign-out by the user. Stored, so that the next page can show it. */
export const SignOutReason = v.picklist([
  "user-token-expired",
  "user-disabled",
  "user-not-found",
  "invalid-refresh-token",
  "invalid-user-token",
]);
export type SignOutReason = v.InferOutput<typeof SignOutReason>;

/** The sign-out reason of an error that has one of the given codes. */
export const signOutReason = (error: unknown, ...codes: SignOutReason[]): SignOutReason | undefined =>
  hasCode(error, ...codes)
    ? // One client code stands for two server codes; the reason tells them apart.
      error.serverCode === "USER_NOT_FOUND"
      ? "user-not-found"
      : (error.code as SignOutReason)
    : undefined;
