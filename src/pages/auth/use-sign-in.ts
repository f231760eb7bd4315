import { isProviderId, type ProviderId, providerIds, providerOf } from "@tallybin/contract/providers";
import {
  type Credential,
  forUser,
  type IdentityClient,
  IdentityError,
  linkWithCredential,
  type User,
} from "@tallybin/identity";
import { useMemo } from "react";
import { identityClient, withIdentity } from "../../identity/client/client.ts";
import { sendVerificationMail } from "../../identity/client/verification-mail.ts";
import { type AuthValues, signInForm, signUpForm } from "../../identity/methods/auth-forms.ts";
import { lastUsedProvider, rememberProvider } from "../../identity/methods/last-used-provider.ts";
import { offerPasskey } from "../../identity/methods/passkey-offer.ts";
import { usePasskeySignIn } from "../../identity/methods/use-passkey-sign-in.ts";
import { usePopup } from "../../identity/methods/use-popup.ts";
import { useSecondFactor } from "../../identity/second-factor/second-factor-panel.tsx";
import { notices } from "../../identity/state/notices.ts";
import { currentUid } from "../../identity/state/session-store.ts";
import { Cancellation, useTask } from "../../identity/state/use-task.ts";
import { userState } from "../../identity/state/user-state.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { authTexts } from "./auth-texts.tsx";

/** `late`: the response of a window that already counted as closed. */
type SocialSignIn = { provider: ProviderId; late?: Promise<User> };

export type SignIn = ReturnType<typeof useSignIn>;

/** All sign-in methods of one page, with the steps that each may require. */
export function useSignIn(type: "signup" | "signin") {
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
export type Collision = {
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
