import * as v from "valibot";
import type { AuthType } from "../../config/paths.ts";

export type AuthValues = { email: string; pass: string; confirmPass: string };
export type AuthField = keyof AuthValues;
/** As the fields hold them before they are checked; one that the form lacks, or that is not there yet, holds nothing. */
export type TypedAuthValues = { [Field in AuthField]?: string | undefined };

/** Which fields each form has, in their order on the page. */
export const authFields: Record<AuthType, readonly AuthField[]> = {
  signup: ["email", "pass", "confirmPass"],
  signin: ["email", "pass"],
  forgotpass: ["email"],
  changepass: ["pass", "confirmPass"],
};

const unused = v.optional(v.string(), ""); // a field that the form does not have
// Whether it is a real address is for the identity service to say. A pasted space is nobody's address.
const email = v.pipe(v.string(), v.trim(), v.nonEmpty("Please enter an email address"));
// A password is taken as typed: spaces are characters.
const pass = v.pipe(v.string(), v.nonEmpty("Please enter a password"));
const confirmPass = v.pipe(v.string(), v.nonEmpty("Please enter your password again"));

const twice = (first: typeof email | typeof unused) =>
  v.pipe(
    v.object({ email: first, pass, confirmPass }),
    v.forward(
      // Partial, so that an empty e-mail address does not hide that the passwords differ.
      v.partialCheck(
        [["pass"], ["confirmPass"]],
        (values) => values.pass === values.confirmPass,
        "This doesn't match your password",
      ),
      ["confirmPass"],
    ),
  );

export const authSchemas: Record<AuthType, v.GenericSchema<TypedAuthValues, AuthValues>> = {
  signup: twice(email),
  signin: v.object({ email, pass, confirmPass: unused }),
  forgotpass: v.object({ email, pass: unused, confirmPass: unused }),
  changepass: twice(unused),
};
