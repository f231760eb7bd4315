import * as v from "valibot";

/** Seconds to live. */
export const Lifetime = v.custom<number>((seconds) => typeof seconds === "number" && seconds >= 1);

/**
 * What every sign-in answers with. `localId` is missing after a custom token, `expiresIn` after a
 * second factor: the ID token's claims say both, so neither is asked for here.
 */
export const TokenResponse = v.object({
  idToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.optional(Lifetime),
});
export type TokenResponse = v.InferOutput<typeof TokenResponse>;
