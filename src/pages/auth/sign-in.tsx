import { providerIds, providerOf } from "@tallybin/contract/providers";
import { useEffect } from "react";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { KeyIcon } from "../../components/icon/icon.tsx";
import { Link } from "../../components/link/link.tsx";
import { PopupNotice } from "../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import { paths } from "../../config/paths.ts";
import { siteConfig } from "../../config/site-config.ts";
import { passkeySupport } from "../../identity/methods/passkey-support.ts";
import { SecondFactorPanel } from "../../identity/second-factor/second-factor-panel.tsx";
import { useNotice } from "../../identity/state/notices.ts";
import { useSession } from "../../identity/state/user-state.ts";
import type { Elements } from "../../lib/elements.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { signOutReasonText } from "../../messages/sign-out-reason-texts.ts";
import { AuthFailure, AuthForm, AuthFrame, AuthLinks } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";
import { type Collision, type SignIn as SignInMethods, useSignIn } from "./use-sign-in.ts";

type SignInProps = { type: "signup" | "signin"; next: string; onHold: (isHeld: boolean) => void };

/** Sign-up and sign-in: by password or through another service, with a second step if the account has one. */
export function SignIn({ type, next, onHold }: SignInProps) {
  const signIn = useSignIn(type);
  const { form, social, passkey, factor, collision } = signIn;
  const isBusy = form.isBusy || social.isBusy || passkey.isBusy;
  useEffect(() => onHold(isBusy), [isBusy, onHold]);
  const notice = useNotice("signed-out");

  if (factor)
    return (
      <AuthFrame title={authTexts.twoStep}>
        <SecondFactorPanel step={factor} />
      </AuthFrame>
    );
  // The account exists, so the next step is a sign-in.
  const shown = collision ? "signin" : type;
  return (
    <AuthFrame type={shown} title={notice?.title}>
      {notice ? <Alert tone={notice.tone}>{notice.text}</Alert> : <EndedSession />}
      <AuthFailure progress={form.progress} type={shown} next={next} />
      {collision && <CollisionNotice collision={collision} onDismiss={signIn.dismissCollision} />}
      {collision?.offersPassword !== false && (
        <AuthForm
          key={shown}
          type={shown}
          task={form}
          onSubmit={(values) => void form.start(values)}
          next={next}
          email={collision?.email}
        />
      )}
      {shown === "signin" && <PasskeyButton signIn={signIn} />}
      <AuthFailure progress={passkey.progress} type="passkey" next={next} />
      <SocialButtons type={shown} signIn={signIn}>
        <AuthFailure progress={social.progress} type="popup" next={next} />
      </SocialButtons>
      <AuthLinks type={shown} next={next} />
    </AuthFrame>
  );
}

function CollisionNotice({ collision, onDismiss }: { collision: Collision; onDismiss: () => void }) {
  const { name } = providerOf(collision.provider);
  return (
    <Alert tone="notice" isAnswer>
      <p>{authTexts.collision(collision.email, name)}</p>
      <div>
        <Button variant="secondary" size="sm" onClick={onDismiss} text={authTexts.doNotLink(name)} />
      </div>
    </Alert>
  );
}

/** Why the user was sent to this page. */
function EndedSession() {
  const session = useSession();
  if (session.status !== "signed-out" || session.reason === undefined) return null;
  return (
    <Alert tone="notice">
      <p>{signOutReasonText[session.reason]}</p>
      {session.reason === "user-disabled" && (
        <p>
          <Link href={paths.contact}>{authTexts.writeToUs}</Link>
        </p>
      )}
    </Alert>
  );
}

/** Another way to sign in, in addition to the form. Absent if the browser does not support passkeys. */
function PasskeyButton({ signIn: { passkey, lastUsed } }: { signIn: SignInMethods }) {
  const isHydrated = useHydrated();
  // On a page opened at an IP address the button stays; its click explains the problem. The prerendered page keeps
  // its place, so that nothing below moves: `data-without` hides it if there is no support.
  if (isHydrated && !["supported", "wrong-address"].includes(passkeySupport())) return null;
  return (
    <Button
      variant="secondary"
      size="lg"
      fullWidth
      busy={passkey.isBusy}
      startIcon={<KeyIcon />}
      data-offer="passkeys"
      onClick={() => void passkey.start({})}
      text={lastUsed === "passkey" ? authTexts.lastUsedPasskey : authTexts.passkey}
    />
  );
}

type SocialButtonsProps = { type: "signup" | "signin"; signIn: SignInMethods; children: Elements };

/** Only the button of the running sign-in is busy, so the user can try another service. */
function SocialButtons({ type, signIn, children }: SocialButtonsProps) {
  const { collision, lastUsed, popup, social } = signIn;
  const only = collision?.providers ?? providerIds;
  // The prerendered page has all services: the server's `data-without` hides those that are not configured.
  const isHydrated = useHydrated();
  const configured = isHydrated ? siteConfig().providers : providerIds;
  const shown = providerIds.filter((provider) => only.includes(provider) && configured.includes(provider));
  if (shown.length === 0) return null;
  return (
    <div className={styles.social} data-offer="social">
      {collision?.offersPassword !== false && (
        <p className={styles.divider}>
          <span>{authTexts.or}</span>
        </p>
      )}
      {shown.map((provider) => (
        <SocialButton
          key={provider}
          icon={provider}
          text={authTexts.socialButton[type](providerOf(provider).name)}
          busy={popup?.provider === provider}
          isLastUsed={provider === lastUsed}
          offer={provider}
          onClick={() => void social.start({ provider })}
        />
      ))}
      {/* The notice and the failure are below all buttons, so that no other button moves under the pointer. */}
      {popup && <PopupNotice popup={popup} />}
      {children}
    </div>
  );
}
