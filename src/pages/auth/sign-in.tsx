import { useEffect } from "react";
import { SecondFactorPanel } from "../../identity/second-factor/second-factor-panel.tsx";
import { AuthFailure } from "./auth-failure.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { AuthLinks } from "./auth-links.tsx";
import { authTexts } from "./auth-texts.tsx";
import { CollisionNotice } from "./collision-notice.tsx";
import { EntryNotice } from "./entry-notice.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { useSignIn } from "./use-sign-in.ts";

type SignInProps = { type: "signup" | "signin"; next: string; onHold: (isHeld: boolean) => void };

/** Sign-up and sign-in: by password or through another service, with a second step if the account has one. */
export function SignIn({ type, next, onHold }: SignInProps) {
  const { form, social, passkey, popup, factor, collision, dismissCollision, lastUsed } = useSignIn(type);
  const isBusy = [form, social, passkey].some(({ progress }) => progress.status === "busy");
  useEffect(() => onHold(isBusy), [isBusy, onHold]);

  if (factor)
    return (
      <AuthFrame title={authTexts.twoStep}>
        <SecondFactorPanel step={factor} />
      </AuthFrame>
    );
  // The account exists, so the next step is a sign-in.
  const shown = collision ? "signin" : type;
  const offersPassword = collision?.offersPassword !== false;
  return (
    <AuthFrame type={shown}>
      <EntryNotice />
      <AuthFailure progress={form.progress} type={shown} next={next} />
      <AuthFailure progress={social.progress} type="popup" next={next} />
      <AuthFailure progress={passkey.progress} type="passkey" next={next} />
      {collision && <CollisionNotice collision={collision} onDismiss={dismissCollision} />}
      {offersPassword && (
        <AuthForm
          key={shown}
          type={shown}
          task={form}
          onSubmit={(values) => void form.start(values)}
          {...(collision?.email === undefined ? {} : { email: collision.email })}
        />
      )}
      {shown === "signin" && (
        <PasskeyButton
          busy={passkey.progress.status === "busy"}
          isLastUsed={lastUsed === "passkey"}
          onClick={() => void passkey.start({})}
        />
      )}
      <SocialButtons
        textFor={shown === "signup" ? authTexts.signUpWith : authTexts.signInWith}
        {...(collision === undefined ? {} : { only: collision.providers })}
        isAlternative={offersPassword}
        lastUsed={lastUsed}
        popup={popup}
        onChoose={(provider) => void social.start({ provider })}
      />
      <AuthLinks type={shown} next={next} />
    </AuthFrame>
  );
}
