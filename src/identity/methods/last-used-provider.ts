import { type ProviderId, providerIds } from "@tallybin/contract/providers";
import { lastingValues } from "../../lib/site-data.ts";

/** The name of the stored value, which survives a sign-out, because it does not identify the user. */
const KEY = "lastUsedAuthProvider";
/** The last sign-in method can also be a passkey, beside the services. */
export type LastMethod = ProviderId | "passkey";
const METHODS: readonly LastMethod[] = [...providerIds, "passkey"];
const shortNameOf = (provider: LastMethod) => provider.replace(/\.com$/, "");

export function rememberProvider(provider: LastMethod): void {
  lastingValues.write(KEY, shortNameOf(provider));
}

export function lastUsedProvider(): LastMethod | undefined {
  const stored = lastingValues.read(KEY);
  return METHODS.find((provider) => shortNameOf(provider) === stored);
}
