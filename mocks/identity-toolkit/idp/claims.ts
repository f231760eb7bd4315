import * as v from "valibot";
import type { ProviderPerson } from "../state/codes.ts";

const text = v.optional(v.string());

/** A provider's claims about a user, with OpenID Connect's names. */
export const ProviderClaims = v.looseObject({
  sub: v.optional(v.unknown()),
  email: text,
  email_verified: v.optional(v.boolean()),
  name: text,
  picture: text,
  screen_name: text,
  given_name: text,
  family_name: text,
});
/** Claims with `sub`, the only field that every provider sends. */
export type ClaimsWithSub = v.InferOutput<typeof ProviderClaims> & { sub: string };

/** A provider's claims about a user, with its tokens. */
export type IdpCredential = {
  providerId: string;
  claims: ClaimsWithSub;
  oauthIdToken?: string | undefined;
  oauthAccessToken?: string | undefined;
  oauthTokenSecret?: string | undefined;
  oauthExpireIn?: number;
  pendingToken?: string;
  context?: string | undefined;
};

/** A simulated provider's claims about this user. */
export const claimsOfPerson = (person: ProviderPerson): ClaimsWithSub => ({
  sub: person.sub,
  email: person.email,
  email_verified: person.emailVerified,
  ...(person.name !== undefined && { name: person.name }),
  ...(person.picture !== undefined && { picture: person.picture }),
  ...(person.screenName !== undefined && { screen_name: person.screenName }),
});
