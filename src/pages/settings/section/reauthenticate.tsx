import { isProviderId, providerOf } from "@tallybin/contract/providers";
import type { User } from "../../../account/user.ts";
import { Button } from "../../../components/button/button.tsx";
import { PopupNotice } from "../../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../../components/social-button/social-button.tsx";
import { PasswordField, Username } from "../../../components/text-field/password-field.tsx";
import { passkeySupport } from "../../../identity/methods/passkey-support.ts";
import { SecondFactorPanel } from "../../../identity/second-factor/second-factor-panel.tsx";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import type { Progress } from "../../../identity/state/use-task.ts";
import { useSingleField } from "../../../lib/use-single-field.ts";
import { passwordTexts } from "../../../messages/password-texts.ts";
import { SettingsForm } from "./settings-form.tsx";
import * as styles from "./settings-page.css.ts";
import { proofTexts, settingsTexts } from "./settings-texts.tsx";
import { useReauthenticate } from "./use-reauthenticate.ts";

/** The attempt in which the service refused the password itself. */
const runOfRefusedPassword = (progress: Progress): string | undefined =>
  progress.status === "failed" && ["wrong-password", "invalid-credential"].includes(progress.failure.code)
    ? String(progress.runNumber)
    : undefined;

type ReauthenticateProps = { user: User; onProved: () => void; onCancel: () => void };

/** Shown in place, above the change that waits for it. */
export function Reauthenticate({ user, onProved, onCancel }: ReauthenticateProps) {
  const { email = "" } = user;
  const { byPassword, byProvider, byPasskey, popup, factor } = useReauthenticate(user.uid, email, onProved);
  const methods = user.providerData.map(({ providerId }) => providerId);
  const failed = [byPassword.progress, byProvider.progress, byPasskey.progress].find(
    ({ status }) => status === "failed",
  );
  return (
    <section className={styles.proof} aria-label={settingsTexts.proof.title}>
      <h3>{settingsTexts.proof.title}</h3>
      <p>{settingsTexts.proof.intro}</p>
      {factor ? (
        <SecondFactorPanel step={factor} />
      ) : (
        <>
          {methods.includes("password") && (
            <PasswordProof
              email={email}
              busy={byPassword.progress.status === "busy"}
              refused={runOfRefusedPassword(byPassword.progress)}
              onCorrect={byPassword.reset}
              onSubmit={(password) => void byPassword.start(password)}
            />
          )}
          {methods.filter(isProviderId).map((provider) => (
            <SocialButton
              key={provider}
              icon={provider}
              text={settingsTexts.proof.confirmWith(providerOf(provider).name)}
              busy={popup?.provider === provider}
              onClick={() => void byProvider.start(provider)}
            />
          ))}
          {user.passkeys.length > 0 && passkeySupport() === "supported" && (
            <div>
              <Button
                variant="secondary"
                busy={byPasskey.progress.status === "busy"}
                onClick={() => void byPasskey.start(undefined)}
              >
                {settingsTexts.proof.confirmWithPasskey}
              </Button>
            </div>
          )}
          <div>
            <Button variant="secondary" onClick={onCancel}>
              {settingsTexts.proof.notNow}
            </Button>
          </div>
          {popup && <PopupNotice popup={popup} />}
        </>
      )}
      {failed && <TaskFailure progress={failed} texts={proofTexts} />}
    </section>
  );
}

type PasswordProofProps = {
  email: string;
  busy: boolean;
  /** The attempt in which the password was refused. The alert below says why. */
  refused: string | undefined;
  onSubmit: (password: string) => void;
  /** Called when the user corrects the refused password. */
  onCorrect: () => void;
};

/** Asks for the password again. It is passed on and not kept. */
function PasswordProof({ email, busy, refused, onSubmit, onCorrect }: PasswordProofProps) {
  const { field, submit } = useSingleField(
    (password) => ({ value: password || undefined, problem: passwordTexts.missing }),
    { startsFocused: true, refusedKey: refused, onCorrect },
  );
  return (
    <SettingsForm button={settingsTexts.proof.confirm} busy={busy} onSubmit={() => submit(onSubmit)}>
      <Username email={email} />
      <PasswordField
        {...field}
        label={settingsTexts.proof.password}
        name="proof"
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </SettingsForm>
  );
}
