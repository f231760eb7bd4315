import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";

/** One thing has many names on the wire; these are ours, which the stored session has as well. */
const NAMES: Readonly<Record<string, string>> = {
  localId: "uid",
  rawId: "uid",
  mfaEnrollmentId: "uid",
  photoUrl: "photoURL",
  providerUserInfo: "providerData",
  mfaInfo: "enrolledFactors",
  passkeyInfo: "passkeys",
  phoneInfo: "phoneNumber",
  id_token: "idToken",
  refresh_token: "refreshToken",
  expires_in: "expiresIn",
};

/** Google writes int64 as strings: `"3600"`. */
const NUMBERS: readonly string[] = ["createdAt", "lastLoginAt", "expiresIn", "expires_in"];

/**
 * Parses an answer at the border. An answer of the wrong shape is Google's fault or a proxy's;
 * only the place is named, because valibot's issues quote the value, which may be a token.
 */
export function parseWire<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, body);
  if (success) return output;
  throw new IdentityError("internal-error", { detail: issues[0].path?.map(({ key }) => key).join(".") });
}

/**
 * Gives the fields of an answer our names and kinds, while its JSON is read, so that one schema describes a user
 * wherever they come from. Checks nothing: that is the schema's part.
 */
export function renamed(wireName: string, value: unknown): unknown {
  if (NUMBERS.includes(wireName) && /^\d+$/.test(String(value))) return Number(value);
  if (!(value instanceof Object) || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [NAMES[name] ?? name, inner]);
  // The kind of a second factor has no name on the wire; only the presence of a key tells.
  if ("mfaEnrollmentId" in value)
    entries.push(["factorId", "phoneInfo" in value ? "phone" : "totpInfo" in value ? "totp" : "unknown"]);
  return Object.fromEntries(entries);
}
