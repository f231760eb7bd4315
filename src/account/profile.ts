import type { PublicConfig } from "@tallybin/contract";
import { signInMethodName } from "../config/providers.ts";
import { isActive, type PlanId, planOf } from "./plans.ts";
import type { StoredUserState } from "./stored-user-store.ts";
import type { User } from "./user.ts";

/** The person as the app shows them: the identity service's user merged with what is stored of them. */
export type Profile = User & {
  name: string | undefined;
  picture: string | undefined;
  stripePriceId: string | undefined;
  stripeSubscriptionStatus: string | undefined;
  /** Names of the ways to sign in. */
  providers: readonly string[];
  planId: PlanId | undefined;
  planIsActive: boolean;
  /** Whether the stored part is there: until then a missing plan says nothing. */
  isComplete: boolean;
};

/**
 * The stored name and picture win, an empty one included: they are what the person has last saved here, while the
 * identity service's may be a provider's. The address is the identity service's alone: it has proved it, and one that
 * it has taken away is nobody's, whatever is still stored.
 */
export const mergeProfile = (user: User, stored: StoredUserState, plans: PublicConfig["plans"]): Profile => {
  const isTheirs = stored.status === "ready" && stored.uid === user.uid;
  const data = isTheirs && stored.snapshot.exists ? stored.snapshot.data : {};
  return {
    ...user,
    name: data.name ?? user.displayName,
    picture: data.picture ?? user.photoURL,
    stripePriceId: data.stripePriceId,
    stripeSubscriptionStatus: data.stripeSubscriptionStatus,
    providers: [
      ...user.providerData.map(({ providerId }) => signInMethodName(providerId)),
      ...(user.passkeys.length > 0 ? ["Passkey"] : []),
    ],
    planId: planOf(data.stripePriceId, plans),
    planIsActive: isActive(data.stripeSubscriptionStatus),
    isComplete: isTheirs,
  };
};
