import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { type Http, parseWire } from "../http.ts";
import { texts, type User } from "../user.ts";
import { MfaInfo, toEnrolledFactor } from "./mfa-info.ts";
import { Int } from "./wire.ts";

/** A provider as the server lists it. */
export const ProviderUserInfo = v.object({
  providerId: v.string(),
  ...texts("rawId", "email", "displayName", "photoUrl", "phoneNumber"),
});

const Account = v.object({
  localId: v.string(),
  ...texts("email", "displayName", "photoUrl", "phoneNumber", "tenantId"),
  emailVerified: v.optional(v.boolean(), false),
  customAuth: v.optional(v.boolean()),
  providerUserInfo: v.optional(v.array(ProviderUserInfo), []),
  mfaInfo: v.optional(v.array(MfaInfo), []),
  createdAt: v.optional(Int),
  lastLoginAt: v.optional(Int),
});

const Response = v.object({ users: v.optional(v.array(Account), []) });

/**
 * Reads the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export async function lookup(http: Http, idToken: string): Promise<User> {
  const [account] = parseWire(Response, await http.post("v1/accounts:lookup", { idToken })).users;
  if (!account) throw new IdentityError("internal-error");
  const { localId, photoUrl, providerUserInfo, mfaInfo, customAuth, ...rest } = account;
  return {
    ...rest,
    uid: localId,
    photoURL: photoUrl,
    // The server has no such flag; an account nobody can sign in to again is an anonymous one.
    isAnonymous: !providerUserInfo.length && !rest.email && !rest.phoneNumber && !customAuth,
    providerData: providerUserInfo.map(toProviderInfo),
    enrolledFactors: mfaInfo.map(toEnrolledFactor),
  };
}

export const toProviderInfo = ({ rawId, photoUrl, ...rest }: v.InferOutput<typeof ProviderUserInfo>) => ({
  ...rest,
  uid: rawId,
  photoURL: photoUrl,
});
