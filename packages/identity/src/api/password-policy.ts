import { IdentityError } from "../errors/identity-error.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Flag, Numeric, Text, Texts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

const flag = v.optional(Flag);
const Response = v.object({
  schemaVersion: Numeric,
  customStrengthOptions: v.optional(
    v.object({
      minPasswordLength: v.optional(Numeric),
      maxPasswordLength: v.optional(Numeric),
      containsLowercaseCharacter: flag,
      containsUppercaseCharacter: flag,
      containsNumericCharacter: flag,
      containsNonAlphanumericCharacter: flag,
    }),
    {},
  ),
  allowedNonAlphanumericCharacters: v.optional(Texts, []),
  enforcementState: v.optional(Text),
  forceUpgradeOnSignin: flag,
});
export type PasswordPolicyResponse = v.InferOutput<typeof Response>;

/**
 * Reads the project's rules for passwords.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/TopLevel/getPasswordPolicy
 */
export async function getPasswordPolicy(http: Http): Promise<PasswordPolicyResponse> {
  const policy = parseWire(Response, await http("v2/passwordPolicy"));
  if (policy.schemaVersion === 1) return policy;
  throw new IdentityError("unsupported-password-policy-schema-version");
}
