import { type ProviderId, providerIds } from "@tallybin/contract/providers";
import { lastingValues } from "../../lib/site-data.ts";

/** The name of the stored value, which survives a sign-out, because it does not identify the user. */
const KEY = "lastUsedAuthProvider";
/** The last sign-in method can also be a passkey, beside the services. */
export type LastUsed = ProviderId | "passkey";
const METHODS: readonly LastUsed[] = [...providerIds, "passkey"];
const shortNameOf = (provider: LastUsed) => provider.replace(/\.com$/, "");

export function rememberProvider(provider: LastUsed): void {
  lastingValues.write(KEY, shortNameOf(provider));
}

export function lastUsedProvider(): LastUsed | undefined {
  const stored = lastingValues.read(KEY);
  return METHODS.find((provider) => shortNameOf(provider) === stored);
}
