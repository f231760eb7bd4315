import * as v from "valibot";
import { Lifetime } from "../http/wire.ts";

/**
 * What every sign-in answers with. `localId` is missing after a custom token, `expiresIn` after a
 * second factor: the ID token's claims say both, so neither is asked for here.
 */
export const TokenResponse = v.object({
  idToken: v.string(),
  refreshToken: v.string(),
  expiresIn: Lifetime,
});
export type TokenResponse = v.InferOutput<typeof TokenResponse>;
