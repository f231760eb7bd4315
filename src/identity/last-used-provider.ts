import { type ProviderId, providerIds } from "@tallybin/contract";
import { lastingValues } from "../lib/site-data.ts";

/** Named by the specification. Survives a sign-out, because it does not identify the user. */
const KEY = "lastUsedAuthProvider";
/** Passkeys are our addition to the specification's list of services. */
export type LastUsed = ProviderId | "passkey";
const METHODS: readonly LastUsed[] = [...providerIds, "passkey"];
const shortName = (provider: LastUsed) => provider.replace(/\.com$/, "");

export function rememberProvider(provider: LastUsed): void {
  lastingValues.write(KEY, shortName(provider));
}

export function lastUsedProvider(): LastUsed | undefined {
  const stored = lastingValues.read(KEY);
  return METHODS.find((provider) => shortName(provider) === stored);
}
