import { isProviderId, type ProviderId, providerIds, providerOf } from "@tallybin/contract";

/** An account with the provider's address exists, and is signed in to another way. */
export type Collision = {
  email?: string;
  providerName: string;
  /** The ways that may lead to the account; all but the one that did not, where the service keeps it to itself. */
  providers: readonly ProviderId[];
  offersPassword: boolean;
};

export function describeCollision(
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
