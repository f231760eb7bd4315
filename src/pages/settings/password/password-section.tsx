import * as v from "valibot";
import { hasPassword, type User } from "../../../account/user.ts";
import { PasswordStrength } from "../../../components/password-strength/password-strength.tsx";
import { PasswordField, Username } from "../../../components/text-field/password-field.tsx";
import { PasswordText, repetitionOf } from "../../../identity/methods/auth-forms.ts";
import { usePasswordRule } from "../../../identity/methods/use-password-rule.ts";
import { SecondFactorPanel } from "../../../identity/second-factor/second-factor-panel.tsx";
import { type FailedFields, formOfTask } from "../../../identity/state/use-task.ts";
import { readBySchema } from "../../../lib/field-schemas.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import { proofFailureTexts, rowTexts, passwordTexts as texts } from "../section/settings-texts.tsx";
import { useSetPassword } from "./use-set-password.ts";

type PasswordValues = { current: string; password: string; confirm: string };

const failedFields: FailedFields<keyof PasswordValues> = {
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
  return <SettingsRow id="password" texts={texts} value={texts.needsEmail} />;
}

function PasswordForm({ user, email }: { user: User; email: string }) {
  const isChange = hasPassword(user);
  const task = useSetPassword(user.uid, (saved) => {
    // Keep text that was typed during the save.
    if (form.typed().password === saved) form.restart({ current: "", password: "", confirm: "" });
  });
  const rule = usePasswordRule();
  const form = useForm<PasswordValues>({
    ...formOfTask(task, failedFields),
    fields: ["current", "password", "confirm"],
    read: (typed) => readBySchema(passwordFormSchema(isChange, typed.password), typed),
    act: ({ current, password }) => void task.start({ email, password, ...(isChange && { current }) }),
  });
  return (
    <SettingsRow
      id="password"
      texts={texts}
      value={isChange ? texts.hasOne : texts.hasNone}
      action={isChange ? rowTexts.change : rowTexts.setUp}
      intro={isChange ? texts.introChange : texts.introSet}
    >
      {task.factor ? (
        <SecondFactorPanel step={task.factor} />
      ) : (
        <SettingsForm button={isChange ? texts.change : texts.set} busy={task.isBusy} form={form}>
          <Username email={email} />
          {isChange && (
            <PasswordField
              {...form.field("current")}
              label={texts.current}
              autoComplete="current-password"
              enterKeyHint="next"
            />
          )}
          <PasswordField
            {...form.field("password")}
            label={texts.next}
            autoComplete="new-password"
            hint={rule}
            enterKeyHint="next"
            advice={
              <PasswordStrength password={form.texts.password} known={[email, user.displayName ?? ""]} />
            }
          />
          <PasswordField
            {...form.field("confirm")}
            label={texts.confirm}
            autoComplete="new-password"
            enterKeyHint="done"
          />
        </SettingsForm>
      )}
      <Outcome
        user={user}
        task={task}
        texts={proofFailureTexts}
        saved={task.latest?.current === undefined ? texts.isSet : texts.changed}
      />
    </SettingsRow>
  );
}
