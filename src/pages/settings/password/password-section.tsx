import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { hasPassword, type User } from "../../../account/user.ts";
import { PasswordStrength } from "../../../components/password-strength/password-strength.tsx";
import { PasswordField, Username } from "../../../components/text-field/password-field.tsx";
import { PasswordText, repetitionOf } from "../../../identity/methods/auth-forms.ts";
import { usePasswordRule } from "../../../identity/methods/use-password-rule.ts";
import { SecondFactorPanel } from "../../../identity/second-factor/second-factor-panel.tsx";
import { type FailedFields, useFieldFailure } from "../../../identity/state/use-field-failure.ts";
import { submitFields } from "../../../lib/typed-form.ts";
import { Outcome } from "../section/outcome.tsx";
import { SettingsForm } from "../section/settings-form.tsx";
import { SettingsRow } from "../section/settings-row.tsx";
import { passwordTexts, rowTexts, settingsTexts } from "../section/settings-texts.tsx";
import { useSetPassword } from "./use-set-password.ts";

const texts = settingsTexts.password;

type PasswordValues = { current: string; password: string; confirm: string };
const EMPTY: PasswordValues = { current: "", password: "", confirm: "" };

const failedFields: FailedFields<PasswordValues> = {
  "wrong-password": "current",
  "invalid-credential": "current",
  "breached-password": "password",
  "weak-password": "password",
  "password-does-not-meet-requirements": "password",
};

/** @param typed the new password, with which its repetition is compared */
const passwordFormSchema = (isChange: boolean, typed: string) =>
  v.object({
    current: isChange ? PasswordText : v.string(),
    password: PasswordText,
    confirm: repetitionOf(typed),
  });

/** An account needs an email address before it can have a password. */
export function PasswordSection({ user }: { user: User }) {
  const { email } = user;
  if (email !== undefined) return <PasswordForm user={user} email={email} />;
  return <SettingsRow id="password" title={texts.title} value={texts.needsEmail} />;
}

/** Sets a first password, or changes it. */
function PasswordForm({ user, email }: { user: User; email: string }) {
  const isChange = hasPassword(user);
  const form = useForm<PasswordValues>({
    resolver: (values, ...rest) =>
      valibotResolver(passwordFormSchema(isChange, values.password))(values, ...rest),
    defaultValues: EMPTY,
    reValidateMode: "onChange",
    criteriaMode: "all", // otherwise one empty field hides that the passwords differ
  });
  const { register, formState, watch, reset, getValues } = form;
  // Once the first password is set, the next save is a change. So the section remembers the outcome instead of
  // deriving it from the account.
  const [done, setDone] = useState("");
  const task = useSetPassword(user.uid, (saved) => {
    if (getValues("password") === saved) reset(EMPTY); // but keep text that was typed during the save
    setDone(isChange ? texts.changed : texts.isSet);
  });
  const rule = usePasswordRule();
  useFieldFailure({ task, form, fields: failedFields });
  const savePassword = ({ current, password }: PasswordValues) =>
    void task.start({ email, password, ...(isChange ? { current } : {}) });
  return (
    <SettingsRow
      id="password"
      title={texts.title}
      value={isChange ? texts.hasOne : texts.hasNone}
      action={isChange ? rowTexts.change : rowTexts.setUp}
      intro={isChange ? texts.introChange : texts.introSet}
    >
      {task.factor ? (
        <SecondFactorPanel step={task.factor} />
      ) : (
        <SettingsForm
          button={isChange ? texts.change : texts.set}
          busy={task.progress.status === "busy"}
          // A refused attempt removes the message of the previous one.
          onSubmit={submitFields(form, savePassword, task.reset)}
        >
          <Username email={email} />
          {isChange && (
            <PasswordField
              label={texts.current}
              autoComplete="current-password"
              enterKeyHint="next"
              error={formState.errors.current?.message}
              {...register("current")}
            />
          )}
          <PasswordField
            label={texts.next}
            autoComplete="new-password"
            hint={rule}
            enterKeyHint="next"
            error={formState.errors.password?.message}
            advice={<PasswordStrength password={watch("password")} known={[email, user.displayName ?? ""]} />}
            {...register("password", { deps: ["confirm"] })}
          />
          <PasswordField
            label={texts.confirm}
            autoComplete="new-password"
            enterKeyHint="done"
            error={formState.errors.confirm?.message}
            {...register("confirm")}
          />
        </SettingsForm>
      )}
      <Outcome user={user} task={task} texts={passwordTexts} saved={done} />
    </SettingsRow>
  );
}
