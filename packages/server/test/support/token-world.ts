import { createTokenVerifier, type TokenVerifierOptions } from "@tallybin/identity-server";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { createTokenService, KEYS_URL, TOKEN_PROJECT, type TokenService } from "./tokens.ts";

export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
export const INVALID = { name: "InvalidTokenError" };
export const UNKNOWN_KEY = { name: "UnknownKeyError" };
export const NO_KEYS = { name: "UnavailableError", dependency: "token keys" };

/** The check of ID tokens with a virtual clock, and a key server that answers as a test says. */
export function tokenWorld() {
  const world = {
    tokens: undefined as unknown as TokenService,
    /** The skews that the check reports. */
    skews: [] as number[],
    open: (options: Partial<TokenVerifierOptions> = {}) =>
      createTokenVerifier({
        projectId: TOKEN_PROJECT,
        keysUrl: KEYS_URL,
        fetchKeys: world.tokens.fetchKeys,
        onSkew: (skewSeconds) => void world.skews.push(skewSeconds),
        ...options,
      }),
  };
  beforeAll(async () => {
    world.tokens = await createTokenService();
  });
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW }));
  afterEach(() => {
    vi.useRealTimers();
    world.tokens.answerWith(undefined);
    world.skews.length = 0;
  });
  return world;
}
