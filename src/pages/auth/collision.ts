import { isProviderId, type ProviderId, providerIds, providerOf } from "@tallybin/contract";

/** The provider's address belongs to an account with another sign-in method. */
export type Collision = {
  email?: string;
  providerName: string;
  /** The methods that may lead to the account; all but the failed one if the service hides them. */
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
