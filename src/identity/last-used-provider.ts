import { type ProviderId, providerIds } from "@tallybin/contract";

/** Named by the specification; survives a sign-out, since it says nothing of who it was. */
const KEY = "lastUsedAuthProvider";
const shortName = (provider: ProviderId) => provider.replace(/\.com$/, "");

export function rememberProvider(provider: ProviderId): void {
  try {
    localStorage.setItem(KEY, shortName(provider));
  } catch {
    // Without storage there is nothing to mark next time.
  }
}

export function lastUsedProvider(): ProviderId | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return providerIds.find((provider) => shortName(provider) === stored);
  } catch {
    return undefined;
  }
}
