import * as v from "valibot";
import { Lifetime, optionalText, text } from "./wire.ts";

/**
 * What every sign-in answers with. `localId` is missing after a custom token, `expiresIn` after a
 * second factor: the ID token's claims say both, so neither is asked for here.
 */
export const TokenResponse = v.object({
  idToken: v.pipe(text, v.nonEmpty()),
  refreshToken: v.pipe(text, v.nonEmpty()),
  expiresIn: v.optional(Lifetime),
  email: optionalText,
  displayName: optionalText,
  isNewUser: v.optional(v.boolean()),
});
export type TokenResponse = v.InferOutput<typeof TokenResponse>;
