import { forUser, reauthenticateWithPassword, reload, updatePassword } from "@tallybin/identity";
import * as v from "valibot";
import { announceEndedSessions } from "../../../account/document-actions.ts";
import { hasPassword, type User } from "../../../account/user.ts";
import { PasswordStrength } from "../../../components/password-strength/password-strength.tsx";
import { PasswordField, Username } from "../../../components/text-field/password-field.tsx";
import { areSessionsOnServer, endOtherSessions } from "../../../identity/client/account-data.ts";
import { identityClient } from "../../../identity/client/client.ts";
import { PasswordText, repetitionOf } from "../../../identity/methods/auth-forms.ts";
import { refuseBreachedPassword } from "../../../identity/methods/breached-password.ts";
import { usePasswordRule } from "../../../identity/methods/use-password-rule.ts";
import { SecondFactorPanel, useSecondFactor } from "../../../identity/second-factor/second-factor-panel.tsx";
import { type FailedFields, formOfTask, useTask } from "../../../identity/state/use-task.tsx";
import { readBySchema } from "../../../lib/field-schemas.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Outcome, SettingsForm, SettingsRow } from "../section/section.tsx";
import { proofTexts, rowTexts, passwordTexts as texts } from "../section/settings-texts.tsx";

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
  const { uid } = user;
  const isChange = hasPassword(user);
  const { step: factor, withSecondFactor } = useSecondFactor();
  const task = useTask(async ({ current, password }: { current?: string; password: string }) => {
    const own = forUser(await identityClient(), uid);
    await refuseBreachedPassword(password);
    if (current !== undefined)
      await withSecondFactor(() => reauthenticateWithPassword(own, { email, password: current }));
    await updatePassword(own, password);
    // A first password is a new sign-in method, which the response to the change does not list.
    await reload(own).catch(() => undefined);
    // The other sessions can no longer be refreshed. Those that cannot be ended now end at their next exchange.
    if (areSessionsOnServer()) {
      await endOtherSessions(uid).catch(() => undefined);
      announceEndedSessions(uid);
    }
    // Keep text that was typed during the save.
    if (form.typed().password === password) form.restart({ current: "", password: "", confirm: "" });
  });
  const rule = usePasswordRule();
  const form = useForm<PasswordValues>({
    ...formOfTask(task, failedFields),
    fields: ["current", "password", "confirm"],
    read: (typed) => readBySchema(passwordFormSchema(isChange, typed.password), typed),
    act: ({ current, password }) => void task.start({ password, ...(isChange && { current }) }),
  });
  return (
    <SettingsRow
      id="password"
      texts={texts}
      value={isChange ? texts.hasOne : texts.hasNone}
      action={isChange ? rowTexts.change : rowTexts.setUp}
      intro={isChange ? texts.introChange : texts.introSet}
    >
      {factor ? (
        <SecondFactorPanel step={factor} />
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
        texts={proofTexts.failures}
        saved={task.latest?.current === undefined ? texts.isSet : texts.changed}
      />
    </SettingsRow>
  );
}
