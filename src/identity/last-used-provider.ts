import { type ProviderId, providerIds } from "@tallybin/contract";
import { lastingValues } from "../lib/site-data.ts";

/** Named by the specification; survives a sign-out, since it says nothing of who it was. */
const KEY = "lastUsedAuthProvider";
const shortName = (provider: ProviderId) => provider.replace(/\.com$/, "");

export function rememberProvider(provider: ProviderId): void {
  lastingValues.write(KEY, shortName(provider));
}

export function lastUsedProvider(): ProviderId | undefined {
  const stored = lastingValues.read(KEY);
  return providerIds.find((provider) => shortName(provider) === stored);
}
