import * as v from "valibot";
import { type Http, parseWire, Time } from "../http/http.ts";
import { Flag, Text, texts } from "../lib/data.ts";
import { Passkey, type User } from "../user.ts";
import { MfaEnrollment, ProviderUserInfo, toEnrolledFactor, toProviderInfo } from "./account-info.ts";

const Account = v.object({
  localId: Text,
  ...texts("email", "displayName", "photoUrl", "phoneNumber", "tenantId"),
  emailVerified: v.optional(Flag, false),
  providerUserInfo: v.optional(v.array(ProviderUserInfo), []),
  mfaInfo: v.optional(v.array(MfaEnrollment), []),
  passkeyInfo: v.optional(v.array(Passkey), []),
  createdAt: v.optional(Time),
  lastLoginAt: v.optional(Time),
  customAuth: v.optional(Flag),
});

/** A lookup by ID token returns exactly one account. */
const Response = v.object({ users: v.object({ 0: Account }) });

const toNumber = (time: string | number | undefined) => (time === undefined ? time : Number(time));

/**
 * Reads the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export async function lookup(http: Http, idToken: string): Promise<User> {
  const account = parseWire(Response, await http("v1/accounts:lookup", { idToken })).users[0];
  const { customAuth, email, phoneNumber, providerUserInfo, passkeyInfo } = account;
  return {
    uid: account.localId,
    email,
    displayName: account.displayName,
    photoURL: account.photoUrl,
    phoneNumber,
    tenantId: account.tenantId,
    emailVerified: account.emailVerified,
    // The server has no anonymous flag. An account without any way to sign in again is anonymous.
    isAnonymous: !(customAuth || email || phoneNumber || providerUserInfo.length || passkeyInfo.length),
    providerData: providerUserInfo.map(toProviderInfo),
    enrolledFactors: account.mfaInfo.map(toEnrolledFactor),
    passkeys: passkeyInfo,
    createdAt: toNumber(account.createdAt),
    lastLoginAt: toNumber(account.lastLoginAt),
  };
}
