import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { hasPassword, type User } from "../../account/user.ts";
import { Button } from "../../components/button/button.tsx";
import { PasswordStrength } from "../../components/password-strength/password-strength.tsx";
import { PasswordField } from "../../components/text-field/password-field.tsx";
import { Username } from "../../components/text-field/username.tsx";
import { SecondFactorPanel } from "../../identity/second-factor-panel.tsx";
import { type FailedFields, useFieldFailure } from "../../identity/use-field-failure.ts";
import { PASSWORD_RULE } from "../../messages/password-texts.ts";
import { Outcome } from "./outcome.tsx";
import { SettingsCard } from "./settings-card.tsx";
import * as styles from "./settings-page.css.ts";
import { PASSWORD_MISSING, passwordTexts } from "./settings-texts.ts";
import { useSetPassword } from "./use-set-password.ts";

type PasswordValues = { current: string; password: string; confirm: string };
const EMPTY: PasswordValues = { current: "", password: "", confirm: "" };

const failedFields: FailedFields<PasswordValues> = {
  "wrong-password": "current",
  "invalid-credential": "current",
  "breached-password": "password",
  "weak-password": "password",
  "password-does-not-meet-requirements": "password",
};

const required = v.pipe(v.string(), v.nonEmpty(PASSWORD_MISSING));
const passwordForm = (isChange: boolean) =>
  v.pipe(
    v.object({
      current: isChange ? required : v.string(),
      password: required,
      confirm: v.pipe(v.string(), v.nonEmpty("Please enter your password again")),
    }),
    v.forward(
      v.partialCheck(
        [["password"], ["confirm"]],
        ({ password, confirm }) => password === confirm,
        "This doesn't match your password",
      ),
      ["confirm"],
    ),
  );

/** A password belongs to an address: an account without one needs an address first. */
export function PasswordSection({ user }: { user: User }) {
  const { email } = user;
  if (email !== undefined) return <PasswordForm user={user} email={email} />;
  return (
    <SettingsCard
      id="password"
      title="Password"
      intro="A password needs an email address. Add one above first."
    >
      {null}
    </SettingsCard>
  );
}

/** Sets a first password, or changes it. */
function PasswordForm({ user, email }: { user: User; email: string }) {
  const isChange = hasPassword(user);
  const form = useForm<PasswordValues>({
    resolver: valibotResolver(passwordForm(isChange)),
    defaultValues: EMPTY,
    reValidateMode: "onChange",
    criteriaMode: "all", // otherwise one empty field hides that the passwords differ
  });
  const { register, handleSubmit, formState, watch, reset, getValues } = form;
  // After a first password the next one is a change, so the outcome is remembered instead of derived from the
  // account.
  const [done, setDone] = useState("");
  const task = useSetPassword(user.uid, (saved) => {
    if (getValues("password") === saved) reset(EMPTY); // not text typed during the save
    setDone(
      isChange
        ? "Your password has been changed. You are signed out on every other device."
        : "Your password is set.",
    );
  });
  useFieldFailure({ task, form, fields: failedFields, texts: passwordTexts });
  const save = ({ current, password }: PasswordValues) =>
    void task.start({ email, password, ...(isChange ? { current } : {}) });
  return (
    <SettingsCard
      id="password"
      title="Password"
      intro={
        isChange
          ? "Changing your password signs you out on every other device."
          : "You have no password yet. With one, you can also sign in by email."
      }
    >
      {task.factor ? (
        <SecondFactorPanel step={task.factor} />
      ) : (
        <form
          className={styles.form}
          method="post"
          noValidate
          onSubmit={(event) => {
            // A refused attempt removes the message of the previous one.
            void handleSubmit(save, task.reset)(event);
          }}
        >
          <Username email={email} />
          {isChange && (
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              enterKeyHint="next"
              error={formState.errors.current?.message}
              {...register("current")}
            />
          )}
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={PASSWORD_RULE}
            enterKeyHint="next"
            error={formState.errors.password?.message}
            advice={<PasswordStrength password={watch("password")} known={[email, user.displayName ?? ""]} />}
            {...register("password", { deps: ["confirm"] })}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            enterKeyHint="done"
            error={formState.errors.confirm?.message}
            {...register("confirm")}
          />
          <div>
            <Button type="submit" busy={task.progress.status === "busy"}>
              {isChange ? "Change password" : "Set password"}
            </Button>
          </div>
        </form>
      )}
      <Outcome user={user} task={task} texts={passwordTexts} saved={done} />
    </SettingsCard>
  );
}
