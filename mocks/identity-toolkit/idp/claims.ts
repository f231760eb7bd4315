import * as v from "valibot";
import type { ProviderPerson } from "../codes.ts";

const text = v.optional(v.string());

/** What a provider says of a person, in OpenID Connect's names. */
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
/** The same, with the one field that no provider leaves out. */
export type ClaimsWithSub = v.InferOutput<typeof ProviderClaims> & { sub: string };

/** A provider's word about a person, and the tokens that came with it. */
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

/** What a pretend provider tells of this person. */
export const claimsOfPerson = (person: ProviderPerson): ClaimsWithSub => ({
  sub: person.sub,
  email: person.email,
  email_verified: person.emailVerified,
  ...(person.name !== undefined && { name: person.name }),
  ...(person.picture !== undefined && { picture: person.picture }),
  ...(person.screenName !== undefined && { screen_name: person.screenName }),
});
