import { isProviderId, type ProviderId, providerIds, providerOf } from "@tallybin/contract";
import { type Credential, IdentityError, linkWithCredential } from "@tallybin/identity";
import { useRef, useState } from "react";
import { identityClient, withIdentity } from "../../identity/client/client.ts";
import { ownedBy } from "../../identity/client/owner.ts";
import { notices } from "../../identity/state/notice-store.ts";
import { authTexts } from "./auth-texts.tsx";

/** Keeps the provider's credential while the user signs in by their earlier method, and then links it. */
export function useCollision() {
  const [collision, setCollision] = useState<Collision | undefined>(undefined);
  const pending = useRef<{ credential: Credential; provider: ProviderId } | undefined>(undefined);

  /** Whether the error was such a collision, which the page now shows. */
  const keep = async (error: unknown, provider: ProviderId): Promise<boolean> => {
    if (!(error instanceof IdentityError) || error.code !== "account-exists-with-different-credential")
      return false;
    const [identity, { credentialFromError, fetchSignInMethodsForEmail }] = await withIdentity(
      () => import("../../identity/client/popup.lazy.ts"),
    );
    const credential = credentialFromError(error);
    if (!credential) return false;
    pending.current = { credential, provider };
    const { email } = credential;
    // This call may return nothing. Every other method is then offered.
    const methods = email ? await fetchSignInMethodsForEmail(identity, email).catch(() => []) : [];
    setCollision(describeCollision(provider, email, methods));
    return true;
  };

  /** Links to the account that has just signed in. The user stays signed in even if the linking fails. */
  const link = async (uid: string): Promise<void> => {
    const kept = pending.current;
    if (!kept) return;
    pending.current = undefined;
    const name = providerOf(kept.provider).name;
    try {
      await linkWithCredential(ownedBy(uid)(await identityClient()), kept.credential);
      notices.set(uid, {
        reader: "signed-in",
        tone: "success",
        text: authTexts.linked(name),
      });
    } catch {
      notices.set(uid, {
        reader: "signed-in",
        tone: "notice",
        text: authTexts.notLinked(name),
      });
    }
  };

  const dismiss = (): void => {
    pending.current = undefined;
    setCollision(undefined);
  };
  return { collision, keep, link, dismiss };
}

/** The provider's address belongs to an account with another sign-in method. */
export type Collision = {
  email?: string;
  providerName: string;
  /** The methods that may lead to the account; all but the failed one if the service hides them. */
  providers: readonly ProviderId[];
  offersPassword: boolean;
};

function describeCollision(
  provider: ProviderId,
  email: string | undefined,
  methods: readonly string[],
): Collision {
  const known = methods.filter(isProviderId);
  const isKnown = methods.length > 0;
  return {
    ...(email === undefined ? {} : { email }),
    providerName: providerOf(provider).name,
    providers: isKnown ? known : providerIds.filter((each) => each !== provider),
    offersPassword: !isKnown || methods.includes("password"),
  };
}
