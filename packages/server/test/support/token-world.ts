import { createTokenVerifier, type TokenVerifierOptions } from "@tallybin/identity-server";
import { afterEach, beforeEach, vi } from "vitest";
import { createTokenService, KEYS_URL, TOKEN_PROJECT } from "./tokens.ts";

export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
export const INVALID = { name: "InvalidTokenError" };
export const UNKNOWN_KEY = { name: "UnknownKeyError" };
export const NO_KEYS = { name: "UnavailableError", dependency: "token keys" };

/** The check of ID tokens with a virtual clock, and a key server that answers as a test says. */
export async function tokenWorld() {
  const tokens = await createTokenService();
  /** The skews that the check reports. */
  const skews: number[] = [];
  const open = (options: Partial<TokenVerifierOptions> = {}) => {
    const verifier = createTokenVerifier({
      projectId: TOKEN_PROJECT,
      keysUrl: KEYS_URL,
      fetchKeys: tokens.fetchKeys,
      onSkew: (skewSeconds) => void skews.push(skewSeconds),
      ...options,
    });
    return { ...verifier, verify: async (idToken: string) => (await verifier.verifyIdToken(idToken)).uid };
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW }));
  afterEach(() => {
    vi.useRealTimers();
    tokens.answerWith(undefined);
    skews.length = 0;
  });
  return { tokens, skews, open };
}
