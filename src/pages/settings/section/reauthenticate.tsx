import { isProviderId, providerOf } from "@tallybin/contract/providers";
import * as v from "valibot";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { PopupNotice } from "../../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../../components/social-button/social-button.tsx";
import { PasswordField, Username } from "../../../components/text-field/password-field.tsx";
import { PasswordText } from "../../../identity/methods/auth-forms.ts";
import { passkeySupport } from "../../../identity/methods/passkey-support.ts";
import { SecondFactorPanel } from "../../../identity/second-factor/second-factor-panel.tsx";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import { formOfTask, type Task } from "../../../identity/state/use-task.ts";
import { readBySchema } from "../../../lib/field-schemas.ts";
import { useForm } from "../../../lib/use-form.ts";
import { SettingsForm } from "./settings-form.tsx";
import * as styles from "./settings-page.css.ts";
import { proofFailureTexts, proofTexts } from "./settings-texts.tsx";
import { type Proof, useReauthenticate } from "./use-reauthenticate.ts";

type ReauthenticateProps = { user: User; onProved: () => void; onCancel: () => void };

/** Shown in place, above the change that waits for it. */
export function Reauthenticate({ user, onProved, onCancel }: ReauthenticateProps) {
  const { email = "" } = user;
  const { task, popup, factor } = useReauthenticate(user.uid, email, onProved);
  const methods = user.providerData.map(({ providerId }) => providerId);
  const isPasskey = task.latest?.password === undefined && task.latest?.provider === undefined;
  return (
    <section className={styles.proof} aria-label={proofTexts.title}>
      <h3>{proofTexts.title}</h3>
      <p>{proofTexts.intro}</p>
      {factor ? (
        <SecondFactorPanel step={factor} />
      ) : (
        <>
          {methods.includes("password") && <PasswordProof email={email} task={task} />}
          {methods.filter(isProviderId).map((provider) => (
            <SocialButton
              key={provider}
              icon={provider}
              text={proofTexts.confirmWith(providerOf(provider).name)}
              busy={popup?.provider === provider}
              onClick={() => void task.start({ provider })}
            />
          ))}
          {user.passkeys.length > 0 && passkeySupport() === "supported" && (
            <Button variant="secondary" busy={task.isBusy && isPasskey} onClick={() => void task.start({})}>
              {proofTexts.confirmWithPasskey}
            </Button>
          )}
          <Button variant="secondary" onClick={onCancel}>
            {proofTexts.notNow}
          </Button>
          {popup && <PopupNotice popup={popup} />}
        </>
      )}
      <TaskFailure progress={task.progress} texts={proofFailureTexts} />
    </section>
  );
}

const ProofForm = v.object({ proof: PasswordText });
const failedFields = { "wrong-password": "proof", "invalid-credential": "proof" } as const;

/** Asks for the password again. It is passed on and not kept. */
function PasswordProof({ email, task }: { email: string; task: Task<Proof> }) {
  const isPassword = task.latest?.password !== undefined;
  const form = useForm<{ proof: string }>({
    ...formOfTask(task, isPassword ? failedFields : {}),
    fields: ["proof"],
    read: (typed) => readBySchema(ProofForm, typed),
    act: ({ proof }) => void task.start({ password: proof }),
    startsFocused: true,
  });
  return (
    <SettingsForm button={proofTexts.confirm} busy={task.isBusy && isPassword} form={form}>
      <Username email={email} />
      <PasswordField
        {...form.field("proof")}
        label={proofTexts.password}
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </SettingsForm>
  );
}
