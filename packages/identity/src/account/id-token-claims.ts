import * as v from "valibot";
import type { IdentityClient } from "../client-parts.ts";
import { decodeClaims, SessionClaims } from "../session/claims.ts";
import { texts } from "../wire.ts";
import { getIdToken } from "./token.ts";

/** The claims every ID token of the service carries; custom claims pass through beside them. */
const IdTokenClaims = v.looseObject({
  ...SessionClaims.entries,
  auth_time: v.number(),
  ...texts("iss", "aud"),
  firebase: v.looseObject({
    ...SessionClaims.entries.firebase.entries,
    ...texts("sign_in_second_factor"),
  }),
});
export type IdTokenClaims = v.InferOutput<typeof IdTokenClaims>;

/** The claims of the ID token, read and not verified: to show, never to grant. */
export const getIdTokenClaims = async (
  client: IdentityClient,
  options?: { forceRefresh?: boolean },
): Promise<IdTokenClaims> => decodeClaims(IdTokenClaims, await getIdToken(client, options));
