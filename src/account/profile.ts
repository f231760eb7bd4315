import type { PublicConfig } from "@tallybin/contract/public-config";
import { useMemo } from "react";
import { isPictureAddress } from "../config/picture-host.ts";
import { providerTexts } from "../config/provider-texts.ts";
import { signInMethodName } from "../config/providers.ts";
import { siteConfig } from "../config/site-config.ts";
import { useSession } from "../identity/state/user-state.ts";
import type { StoredUser } from "./stored-user.ts";
import { type StoredUserState, storedUser } from "./stored-user-store.ts";
import type { User } from "./user.ts";

type PlanId = keyof PublicConfig["plans"];

/** The user as the app shows them: the identity service's user merged with the stored document. */
export type Profile = ReturnType<typeof mergeProfile>;

/** The plan with this configured price; an unknown price has no plan. */
export const planOf = (priceId: string | undefined, plans: PublicConfig["plans"]): PlanId | undefined => {
  if (priceId === undefined) return undefined;
  return (["starter", "pro", "business"] as const).find((plan) => plans[plan] === priceId);
};

/** Whether a subscription is active: a trial is, a late payment is not. */
export const isSubscriptionActive = (subscriptionStatus: string | undefined): boolean =>
  subscriptionStatus === "active" || subscriptionStatus === "trialing";

/**
 * The stored name and picture take precedence, even when empty: the user saved them here, while the identity
 * service's may come from a provider. The email address always comes from the identity service, because only that
 * verifies it. An address that it has removed is not shown, even if it is still stored. A picture whose address no form
 * of the site would save is no picture.
 */
export const mergeProfile = (user: User, stored: StoredUserState, plans: PublicConfig["plans"]) => {
  const isTheirs = stored.status === "ready" && stored.uid === user.uid;
  const document: StoredUser = isTheirs && stored.snapshot.exists ? stored.snapshot.data : {};
  const { email: _unverified, ...data } = document;
  const picture = data.picture ?? user.photoURL;
  return {
    ...user,
    ...data,
    name: data.name ?? user.displayName,
    picture: picture !== undefined && isPictureAddress(picture) ? picture : undefined,
    /** The names of the sign-in methods. */
    providers: [
      ...user.providerData.map(({ providerId }) => signInMethodName(providerId)),
      ...(user.passkeys.length > 0 ? [providerTexts.passkey] : []),
    ],
    planId: planOf(data.stripePriceId, plans),
    planIsActive: isSubscriptionActive(data.stripeSubscriptionStatus),
    /** Whether the stored document has been read; until then, a missing plan means nothing. */
    isComplete: isTheirs,
  };
};

/** The signed-in user's merged profile; follows every change in any tab or device. */
export function useProfile(): Profile | undefined {
  const session = useSession();
  const stored = storedUser.useValue();
  const user = session.status === "signed-in" ? session.user : undefined;
  return useMemo(() => user && mergeProfile(user, stored, siteConfig().plans), [user, stored]);
}
