import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { type Http, parseWire } from "../http.ts";
import type { User } from "../user.ts";
import { MfaInfo, toEnrolledFactor } from "./mfa-info.ts";
import { Int, optionalText, text } from "./wire.ts";

/** A provider as the server lists it. */
export const ProviderUserInfo = v.object({
  providerId: text,
  rawId: optionalText,
  email: optionalText,
  displayName: optionalText,
  photoUrl: optionalText,
  phoneNumber: optionalText,
});

const Account = v.object({
  localId: v.pipe(text, v.nonEmpty()),
  email: optionalText,
  emailVerified: v.optional(v.boolean(), false),
  displayName: optionalText,
  photoUrl: optionalText,
  phoneNumber: optionalText,
  tenantId: optionalText,
  customAuth: v.optional(v.boolean(), false),
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
  if (!account) throw new IdentityError("internal-error", { detail: "lookup answered without an account" });
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
