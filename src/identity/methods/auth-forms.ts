import { sendPasswordResetEmail, signInWithPassword, signUp } from "@tallybin/identity";
import * as v from "valibot";
import type { AuthType } from "../../config/paths.ts";
import { siteConfig } from "../../config/site-config.ts";
import { createEarlyForm, type FormRules } from "../../lib/early-form.ts";
import { EmailAddress, readBySchema, requiredText } from "../../lib/field-schemas.ts";
import type { Texts } from "../../lib/form-fields.ts";
import { passwordTexts } from "../../messages/password-texts.ts";
import { identityClient, withIdentity } from "../client/client.ts";
import { needsSignIn, waitForKnownSession } from "../state/session-store.ts";
import { refuseBreachedPassword } from "./breached-password.ts";

export type AuthValues = { email: string; pass: string; confirmPass: string };
export type AuthField = keyof AuthValues;

/** Which fields each form has, in their order on the page. */
const authFields: Record<AuthType, readonly AuthField[]> = {
  signup: ["email", "pass", "confirmPass"],
  signin: ["email", "pass"],
  forgotpass: ["email"],
  changepass: ["pass", "confirmPass"],
};

export const PasswordText = requiredText(passwordTexts.missing);
/** @param first the password, with which its repetition is compared */
export const repetitionOf = (first: string) =>
  v.pipe(
    requiredText(passwordTexts.repetitionMissing),
    v.check((typed) => typed === first, passwordTexts.repetitionDiffers),
  );
const unused = v.optional(v.string(), ""); // the schema of a field that the form does not have

/** The schema of a form's values. The repetition of a password is compared with the typed password. */
function authSchemaOf(type: AuthType, typed: Texts<AuthValues>): v.GenericSchema<unknown, AuthValues> {
  const hasField = (field: AuthField) => authFields[type].includes(field);
  return v.object({
    email: hasField("email") ? EmailAddress : unused,
    pass: hasField("pass") ? PasswordText : unused,
    confirmPass: hasField("confirmPass") ? repetitionOf(typed.pass) : unused,
  });
}

/** The client and the functions of reCAPTCHA load with the form; its press then needs no request for its rules. */
async function prepareRecaptcha(): Promise<void> {
  if (siteConfig().recaptchaEnterpriseKey === undefined) return;
  const [identity, { initializeRecaptchaConfig }] = await withIdentity(
    () => import("../human-check/recaptcha.lazy.ts"),
    { isLimited: false },
  );
  await initializeRecaptchaConfig(identity);
}

const formOf = (type: AuthType) => ({
  fields: authFields[type],
  read: (typed: Texts<AuthValues>) => readBySchema(authSchemaOf(type, typed), typed),
  prepare: () => void prepareRecaptcha().catch(() => undefined), // the press reads them again
});

/** The page sends a signed-in user on, instead of signing in. */
const isSignedOut = async () => needsSignIn(await waitForKnownSession());

export const signInForm = createEarlyForm({
  ...formOf("signin"),
  act: async ({ email, pass: password }) => signInWithPassword(await identityClient(), { email, password }),
  isDue: isSignedOut,
});

export const signUpForm = createEarlyForm({
  ...formOf("signup"),
  act: async ({ email, pass: password }) => {
    // Load the client's code while the password is checked.
    const [identity] = await Promise.all([identityClient(), refuseBreachedPassword(password)]);
    return signUp(identity, { email, password });
  },
  isDue: isSignedOut,
});

export const resetForm = createEarlyForm({
  ...formOf("forgotpass"),
  // With enumeration protection, the service answers the same with or without an account. Without it, the sign-in
  // names an unknown address too.
  act: async ({ email }) => sendPasswordResetEmail(await identityClient(), email),
});

/** The form of each entry page. A mailed link opens the last one, which waits for the check of its code. */
export const authForms: Record<AuthType, FormRules<AuthValues> & { take?: () => AuthValues | undefined }> = {
  signup: signUpForm,
  signin: signInForm,
  forgotpass: resetForm,
  changepass: formOf("changepass"),
};
