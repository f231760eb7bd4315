import { type Http, parseWire, Time } from "../http/http.ts";
import { Flag, optionalTexts, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { EnrolledFactor, Passkey, ProviderInfo, User } from "../user.ts";

/** The parts of an account that several endpoints return, with Google's names for some of their members. */

type Wire = Readonly<Record<string, unknown>>;
const withRenamedMembers =
  <Output>(schema: v.Schema<Output>, rename: (given: Wire) => Wire): v.Schema<Output> =>
  (value, path, wrong) =>
    schema({ ...Object(value), ...rename(Object(value)) }, path, wrong);

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/ProviderUserInfo */
export const ProviderUserInfo = withRenamedMembers(ProviderInfo, ({ rawId, photoUrl }) => ({
  uid: rawId,
  photoURL: photoUrl,
}));

/**
 * An enrolled second factor. The wire format does not name its kind; the present field shows it.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/MfaEnrollment
 */
export const MfaEnrollment = withRenamedMembers(
  EnrolledFactor,
  ({ mfaEnrollmentId, phoneInfo, totpInfo }) => ({
    uid: mfaEnrollmentId,
    factorId: phoneInfo ? "phone" : totpInfo ? "totp" : "unknown",
    phoneNumber: phoneInfo,
  }),
);

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
const LookupResponse = v.object({ users: v.object({ 0: Account }) });

/**
 * Reads the account of the request's ID token.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export async function lookUpAccount(http: Http): Promise<User> {
  const account = parseWire(LookupResponse, await http("v1/accounts:lookup", {})).users[0];
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
