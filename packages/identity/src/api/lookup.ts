import { type Http, parseWire, Time } from "../http/http.ts";
import { Flag, optionalTexts, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { Passkey, User } from "../user.ts";
import { MfaEnrollment, ProviderUserInfo } from "./account-info.ts";

const Account = v.object({
  localId: Text,
  ...optionalTexts("email", "displayName", "photoUrl", "phoneNumber", "tenantId"),
  emailVerified: v.optional(Flag),
  providerUserInfo: v.optional(v.array(ProviderUserInfo), []),
  mfaInfo: v.optional(v.array(MfaEnrollment), []),
  passkeyInfo: v.optional(v.array(Passkey), []),
  createdAt: v.optional(Time),
  lastLoginAt: v.optional(Time),
  customAuth: v.optional(Flag),
});

/** A lookup by ID token returns exactly one account. */
const Response = v.object({ users: v.object({ 0: Account }) });

/**
 * Reads the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export async function lookUpAccount(http: Http, idToken: string): Promise<User> {
  const account = parseWire(Response, await http("v1/accounts:lookup", { idToken })).users[0];
  const { customAuth, email, phoneNumber, providerUserInfo, passkeyInfo } = account;
  const user = {
    ...account,
    uid: account.localId,
    photoURL: account.photoUrl,
    // The server has no anonymous flag. An account without any way to sign in again is anonymous.
    isAnonymous: !(customAuth || email || phoneNumber || providerUserInfo.length || passkeyInfo.length),
    providerData: providerUserInfo,
    enrolledFactors: account.mfaInfo,
    passkeys: passkeyInfo,
  };
  // Drops Google's names, and brings the members into the order of a stored user.
  return User(user, "", []);
}
