import type { ReactElement } from "react";
import type { FieldErrors, UseFormRegister, UseFormWatch } from "react-hook-form";
import { EmailHint } from "../../components/email-hint/email-hint.tsx";
import { useLeftEmail } from "../../components/email-hint/use-left-email.ts";
import { PasswordStrength } from "../../components/password-strength/password-strength.tsx";
import { PasswordField } from "../../components/text-field/password-field.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import type { AuthType } from "../../config/paths.ts";
import { type AuthField, authFields, type TypedAuthValues } from "../../identity/methods/auth-forms.ts";
import { usePasswordRule } from "../../identity/methods/use-password-rule.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { authTexts } from "./auth-texts.tsx";

type AuthFieldsProps = {
  type: AuthType;
  register: UseFormRegister<TypedAuthValues>;
  errors: FieldErrors<TypedAuthValues>;
  besidePassword: ReactElement | undefined;
  watch: UseFormWatch<TypedAuthValues>;
  /** Called with the suggested address when the user accepts it. */
  onCorrectEmail: (email: string) => void;
};

/** The fields of one kind of form, named so that password managers fill in and store the right ones. */
export function AuthFields({
  type,
  register,
  errors,
  besidePassword,
  watch,
  onCorrectEmail,
}: AuthFieldsProps) {
  const fields = authFields[type];
  const { left, onBlur } = useLeftEmail();
  const isNew = type !== "signin";
  const rule = usePasswordRule(isNew && fields.includes("pass"));
  // A field without a name is in no request. If the browser sends the form itself, the password stays here.
  const isNamed = useHydrated();
  const secret = (field: AuthField) => (isNamed ? {} : { name: undefined, "data-field": field });
  return (
    <>
      {fields.includes("email") && (
        <TextField
          label={authTexts.email}
          type="email"
          // The address is the user name: a password manager stores it with the password.
          autoComplete={type === "signin" ? "username webauthn" : "username"}
          enterKeyHint={fields.length > 1 ? "next" : "send"}
          {...(type === "signin" ? { "data-initial-focus": "" } : {})}
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...register("email", { onBlur })}
        />
      )}
      {type === "signup" && (
        <EmailHint email={left === watch("email") ? left : ""} onAccept={onCorrectEmail} />
      )}
      {fields.includes("pass") && (
        <PasswordField
          label={type === "changepass" ? authTexts.newPassword : authTexts.password}
          autoComplete={isNew ? "new-password" : "current-password"}
          enterKeyHint={isNew ? "next" : "go"}
          hint={rule}
          beside={besidePassword}
          error={errors.pass?.message}
          advice={isNew && <PasswordStrength password={watch("pass") ?? ""} known={[watch("email") ?? ""]} />}
          // Validate the repetition again, because a corrected password may make it right or wrong.
          {...register("pass", { deps: fields.includes("confirmPass") ? ["confirmPass"] : [] })}
          {...secret("pass")}
        />
      )}
      {fields.includes("confirmPass") && (
        <PasswordField
          label={authTexts.confirmPassword}
          autoComplete="new-password"
          enterKeyHint="go"
          error={errors.confirmPass?.message}
          {...register("confirmPass")}
          {...secret("confirmPass")}
        />
      )}
    </>
  );
}
