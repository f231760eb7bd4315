import { EmailField } from "../../components/email-field/email-field.tsx";
import { PasswordStrength } from "../../components/password-strength/password-strength.tsx";
import { PasswordField } from "../../components/text-field/password-field.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import type { AuthType } from "../../config/paths.ts";
import { type AuthField, type AuthValues, authForms } from "../../identity/methods/auth-forms.ts";
import { usePasswordRule } from "../../identity/methods/use-password-rule.ts";
import type { Form } from "../../lib/use-form.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { ForgotLink } from "./auth-links.tsx";
import { authTexts } from "./auth-texts.tsx";

type AuthFieldsProps = { type: AuthType; form: Form<AuthValues>; next: string };

/** The fields of one kind of form, named so that password managers fill in and store the right ones. */
export function AuthFields({ type, form, next }: AuthFieldsProps) {
  const { fields } = authForms[type];
  const isNew = type !== "signin";
  const rule = usePasswordRule(isNew && fields.includes("pass"));
  // A field without a name is in no request. If the browser sends the form itself, the password stays here.
  const isNamed = useHydrated();
  const secret = (field: AuthField) => ({
    ...form.field(field),
    ...(isNamed ? {} : { name: undefined, "data-field": field }),
  });
  // The address is the user name: a password manager stores it with the password.
  const email = {
    ...form.field("email"),
    label: authTexts.email,
    enterKeyHint: fields.length > 1 ? ("next" as const) : ("send" as const),
    autoCapitalize: "none",
    spellCheck: false,
  };
  return (
    <>
      {type === "signup" && (
        <EmailField
          {...email}
          autoComplete="username"
          typed={form.texts.email}
          onAccept={(corrected) => form.correct("email", corrected)}
        />
      )}
      {(type === "signin" || type === "forgotpass") && (
        <TextField
          {...email}
          type="email"
          autoComplete={type === "signin" ? "username webauthn" : "username"}
          {...(type === "signin" ? { "data-initial-focus": "" } : {})}
        />
      )}
      {fields.includes("pass") && (
        <PasswordField
          {...secret("pass")}
          label={type === "changepass" ? authTexts.newPassword : authTexts.password}
          autoComplete={isNew ? "new-password" : "current-password"}
          enterKeyHint={isNew ? "next" : "go"}
          hint={rule}
          beside={type === "signin" ? <ForgotLink next={next} /> : undefined}
          advice={isNew && <PasswordStrength password={form.texts.pass} known={[form.texts.email]} />}
        />
      )}
      {fields.includes("confirmPass") && (
        <PasswordField
          {...secret("confirmPass")}
          label={authTexts.confirmPassword}
          autoComplete="new-password"
          enterKeyHint="go"
        />
      )}
    </>
  );
}
