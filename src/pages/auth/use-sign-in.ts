import type { ProviderId } from "@tallybin/contract/providers";
import type { User } from "@tallybin/identity";
import { useMemo } from "react";
import { sendVerificationMail } from "../../identity/client/verification-mail.ts";
import { type AuthValues, signInForm, signUpForm } from "../../identity/methods/auth-forms.ts";
import { lastUsedProvider, rememberProvider } from "../../identity/methods/last-used-provider.ts";
import { offerPasskey } from "../../identity/methods/passkey-offer.ts";
import { usePasskeySignIn } from "../../identity/methods/use-passkey-sign-in.ts";
import { usePopup } from "../../identity/methods/use-popup.ts";
import { useSecondFactor } from "../../identity/second-factor/use-second-factor.ts";
import { Cancellation, useTask } from "../../identity/state/use-task.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useCollision } from "./use-collision.ts";

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
