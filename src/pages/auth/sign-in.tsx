import { isProviderId, type ProviderId, providerIds, providerOf } from "@tallybin/contract/providers";
import {
  type Credential,
  forUser,
  type IdentityClient,
  IdentityError,
  linkWithCredential,
  type User,
} from "@tallybin/identity";
import { useEffect, useMemo } from "react";
import { Alert } from "../../components/alert/alert.tsx";
import { Button, SmallButton } from "../../components/button/button.tsx";
import { KeyIcon } from "../../components/icon/icon.tsx";
import { Link } from "../../components/link/link.tsx";
import { PopupNotice } from "../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import { paths } from "../../config/paths.ts";
import { siteConfig } from "../../config/site-config.ts";
import { identityClient, withIdentity } from "../../identity/client/client.ts";
import { sendVerificationMail } from "../../identity/client/verification-mail.ts";
import { type AuthValues, signInForm, signUpForm } from "../../identity/methods/auth-forms.ts";
import { lastUsedProvider, rememberProvider } from "../../identity/methods/last-used-provider.ts";
import { offerPasskey } from "../../identity/methods/passkey-offer.ts";
import { passkeySupport } from "../../identity/methods/passkey-support.ts";
import { usePasskeySignIn } from "../../identity/methods/use-passkey-sign-in.ts";
import { usePopup } from "../../identity/methods/use-popup.ts";
import { SecondFactorPanel, useSecondFactor } from "../../identity/second-factor/second-factor-panel.tsx";
import { notices, useNotice } from "../../identity/state/notices.ts";
import { currentUid } from "../../identity/state/session-store.ts";
import { Cancellation, useTask } from "../../identity/state/use-task.tsx";
import { userState, useSession } from "../../identity/state/user-state.ts";
import type { Elements } from "../../lib/elements.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { AuthFailure, AuthForm, AuthFrame, AuthLinks } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";

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
        <SmallButton onClick={onDismiss} text={authTexts.doNotLink(name)} />
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
      <p>{authTexts.signedOutBy[session.reason]}</p>
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

/** `late`: the response of a window that already counted as closed. */
type SocialSignIn = { provider: ProviderId; late?: Promise<User> };

type SignInMethods = ReturnType<typeof useSignIn>;

/** All sign-in methods of one page, with the steps that each may require. */
function useSignIn(type: "signup" | "signin") {
  const { open: popup, run } = usePopup();
  const { step: factor, withSecondFactor } = useSecondFactor();
  const { collision, keep, link, dismiss } = useCollision();
  const isHydrated = useHydrated();
  const lastUsed = useMemo(() => (isHydrated ? lastUsedProvider() : undefined), [isHydrated]);

  const form = useTask(async (values: AuthValues) => {
    social.reset();
    passkey.reset();
    popup?.cancel();
    if (type === "signup" && !collision) {
      const { uid } = await signUpForm.run(values);
      void sendVerificationMail(uid); // in the background: the dashboard shows the outcome
      return;
    }
    const { uid } = await withSecondFactor(() => signInForm.run(values));
    offerPasskey(uid);
    await link(uid);
  });

  const social = useTask(
    async ({ provider, late }: SocialSignIn) => {
      form.reset();
      passkey.reset();
      const onLate = (outcome: Promise<User>) => void social.start({ provider, late: outcome });
      let user: User;
      try {
        user = await withSecondFactor(() => late ?? run("signInWithPopup", provider, { onLate }));
      } catch (error) {
        if (await keep(error, provider)) throw new Cancellation();
        throw error;
      }
      rememberProvider(provider);
      await link(user.uid);
    },
    { supersedes: true },
  );

  const passkey = usePasskeySignIn({
    isOffered: type === "signin" || collision !== undefined,
    withSecondFactor,
    onStart: () => {
      form.reset();
      social.reset();
      popup?.cancel();
    },
    onDone: link,
  });

  return { form, social, passkey, popup, factor, collision, dismissCollision: dismiss, lastUsed };
}

/** The provider's address belongs to an account with another sign-in method. */
type Collision = {
  email: string | undefined;
  provider: ProviderId;
  credential: Credential;
  /** The methods that may lead to the account; all but the failed one if the service hides them. */
  providers: readonly ProviderId[];
  offersPassword: boolean;
};

/** The collision is kept from form to form, because the user may need "Forgot Password?" to reach the account. */
const kept = userState<Collision | undefined>(undefined, { survivesEndedSession: true });
const dropCollision = (): void => kept.set(currentUid(), undefined);

/** Whether the signed-in account has the address that collided. The next visitor may be another person. */
function hasAddress(identity: IdentityClient, email: string | undefined): boolean {
  const state = identity.getState();
  const own = state.status === "signed-in" ? state.user.email : undefined;
  return email !== undefined && own?.toLowerCase() === email.toLowerCase();
}

/** Keeps the provider's credential while the user signs in by their earlier method, and then links it. */
export function useCollision() {
  const collision = kept.useValue();

  /** Shows the collision if the error is one. Resolves with false for any other error. */
  const keepCollision = async (error: unknown, provider: ProviderId): Promise<boolean> => {
    if (!(error instanceof IdentityError) || error.code !== "account-exists-with-different-credential")
      return false;
    const [identity, { credentialFromError, fetchSignInMethodsForEmail }] = await withIdentity(
      () => import("../../identity/client/popup.lazy.ts"),
    );
    const credential = credentialFromError(error);
    if (!credential) return false;
    const { email } = credential;
    // The list may be empty, because the service can hide it. Every other method is then offered.
    const methods = email ? await fetchSignInMethodsForEmail(identity, email).catch(() => []) : [];
    const isHidden = methods.length === 0;
    kept.set(currentUid(), {
      email,
      provider,
      credential,
      providers: isHidden ? providerIds.filter((each) => each !== provider) : methods.filter(isProviderId),
      offersPassword: isHidden || methods.includes("password"),
    });
    return true;
  };

  /** Links to the account that has just signed in. The user stays signed in even if the linking fails. */
  const linkKeptCredential = async (uid: string): Promise<void> => {
    const found = kept.get();
    if (!found) return;
    dropCollision();
    const identity = await identityClient();
    if (!hasAddress(identity, found.email)) return;
    const name = providerOf(found.provider).name;
    const setNotice = (tone: "success" | "notice", text: string) =>
      notices.set(uid, { reader: "signed-in", tone, text });
    try {
      await linkWithCredential(forUser(identity, uid), found.credential);
      setNotice("success", authTexts.linked(name));
    } catch {
      setNotice("notice", authTexts.notLinked(name));
    }
  };

  return { collision, keep: keepCollision, link: linkKeptCredential, dismiss: dropCollision };
}
