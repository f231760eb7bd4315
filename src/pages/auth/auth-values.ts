import * as v from "valibot";
import type { AuthType } from "../../config/paths.ts";
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
// The identity service decides whether the address is real. Remove pasted spaces, which no address contains.
const email = v.pipe(v.string(), v.trim(), v.nonEmpty(authTexts.emailMissing));
// A password is used as typed, including spaces.
const pass = v.pipe(v.string(), v.nonEmpty(authTexts.passwordMissing));
const confirmPass = v.pipe(v.string(), v.nonEmpty(authTexts.repetitionMissing));

const withTwoPasswords = (first: typeof email | typeof unused) =>
  v.pipe(
    v.object({ email: first, pass, confirmPass }),
    v.forward(
      // Compare the passwords even if another field is invalid, so that an empty email address does not hide that
      // they differ.
      v.partialCheck(
        [["pass"], ["confirmPass"]],
        (values) => values.pass === values.confirmPass,
        authTexts.repetitionDiffers,
      ),
      ["confirmPass"],
    ),
  );

export const authSchemas: Record<AuthType, v.GenericSchema<TypedAuthValues, AuthValues>> = {
  signup: withTwoPasswords(email),
  signin: v.object({ email, pass, confirmPass: unused }),
  forgotpass: v.object({ email, pass: unused, confirmPass: unused }),
  changepass: withTwoPasswords(unused),
};
