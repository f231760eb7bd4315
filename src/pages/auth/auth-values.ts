import * as v from "valibot";
import type { AuthType } from "../../config/paths.ts";
import { EmailAddress } from "../../lib/email-address.ts";
import { requiredText } from "../../lib/required-text.ts";
import { authTexts } from "./auth-texts.tsx";

export type AuthValues = { email: string; pass: string; confirmPass: string };
export type AuthField = keyof AuthValues;
/**
 * The form's values before validation. A value is undefined if the form has no such field or the field is not rendered
 * yet.
 */
export type TypedAuthValues = { [Field in AuthField]?: string | undefined };

/** Which fields each form has, in their order on the page. */
export const authFields: Record<AuthType, readonly AuthField[]> = {
  signup: ["email", "pass", "confirmPass"],
  signin: ["email", "pass"],
  forgotpass: ["email"],
  changepass: ["pass", "confirmPass"],
};

const unused = v.optional(v.string(), ""); // the schema of a field that the form does not have
const pass = requiredText(authTexts.passwordMissing);
const repetitionOf = (first: string | undefined) =>
  v.pipe(
    requiredText(authTexts.repetitionMissing),
    v.check((typed) => typed === first, authTexts.repetitionDiffers),
  );

/** The schema of a form's values. The repetition of a password is compared with the typed password. */
export function authSchemaOf(
  type: AuthType,
  typed: TypedAuthValues,
): v.GenericSchema<TypedAuthValues, AuthValues> {
  const hasField = (field: AuthField) => authFields[type].includes(field);
  return v.object({
    email: hasField("email") ? EmailAddress : unused,
    pass: hasField("pass") ? pass : unused,
    confirmPass: hasField("confirmPass") ? repetitionOf(typed.pass) : unused,
  });
}
