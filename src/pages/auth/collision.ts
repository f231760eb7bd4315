import { isProvider, PROVIDERS, type ProviderId, providerNames } from "../../config/providers.ts";

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
  const known = methods.filter(isProvider);
  const isKnown = methods.length > 0;
  return {
    ...(email === undefined ? {} : { email }),
    providerName: providerNames[provider],
    providers: isKnown ? known : PROVIDERS.filter((each) => each !== provider),
    offersPassword: !isKnown || methods.includes("password"),
  };
}
