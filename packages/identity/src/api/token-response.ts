import * as v from "valibot";
import { Lifetime } from "../http/wire.ts";

/**
 * The fields of every sign-in response. `localId` is missing after a custom token and `expiresIn` after a second
 * factor. The schema requires neither, because the ID token's claims have both.
 */
export const TokenResponse = v.object({
  idToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.optional(Lifetime),
});
export type TokenResponse = v.InferOutput<typeof TokenResponse>;
