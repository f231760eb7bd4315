import * as v from "valibot";
import { optionalFields } from "../../http/wire.ts";
import { type ProviderInfo, withoutLongPhoto } from "../state/account.ts";
import type { ProviderPerson } from "../state/codes.ts";

const text = v.optional(v.string());

/** A provider's claims about a user, with OpenID Connect's names. */
export const ProviderClaims = v.looseObject({
  sub: v.optional(v.unknown()),
  email: text,
  email_verified: v.optional(v.boolean()),
  ...optionalFields(v.string(), "name", "picture", "screen_name", "given_name", "family_name"),
});
/** Claims with `sub`, the only field that every provider sends. */
export type ClaimsWithSub = v.InferOutput<typeof ProviderClaims> & { sub: string };

export type IdpCredential = {
  providerId: string;
  claims: ClaimsWithSub;
  oauthIdToken?: string | undefined;
  oauthAccessToken?: string | undefined;
  oauthTokenSecret?: string | undefined;
  oauthExpireIn?: number;
  pendingToken?: string;
  context?: string | undefined;
  /** SAML only: what the assertion states about the user. */
  signInAttributes?: Record<string, unknown> | undefined;
};

export const claimsOfPerson = (person: ProviderPerson): ClaimsWithSub => ({
  sub: person.sub,
  email: person.email,
  email_verified: person.emailVerified,
  name: person.name,
  picture: person.picture,
  screen_name: person.screenName,
});

/** Identity Platform requires this prefix in the ID of a SAML provider. */
export const isSaml = (providerId: string): boolean => providerId.startsWith("saml.");

const GOOGLE_SCOPES = "openid https://www.googleapis.com/auth/userinfo.profile";
const GOOGLE_EMAIL_SCOPE = " https://www.googleapis.com/auth/userinfo.email";

/** The profile in the form of each provider's own API; the SDKs' `profile` comes from it. */
function rawUserInfoOf({ providerId, claims, signInAttributes }: IdpCredential) {
  const { sub, email, email_verified, name, given_name, family_name, picture } = claims;
  if (isSaml(providerId)) return signInAttributes;
  if (providerId !== "google.com") return claims;
  return {
    granted_scopes: `${GOOGLE_SCOPES}${email ? GOOGLE_EMAIL_SCOPE : ""}`,
    id: sub,
    name,
    given_name,
    family_name,
    verified_email: email_verified ?? false,
    locale: "en",
    email: email?.toLowerCase(),
    picture,
  };
}

/** The part of a `signInWithIdp` response that comes from the provider alone. */
export function providerResponseFields(credential: IdpCredential): Record<string, unknown> {
  const { providerId, claims } = credential;
  const { sub, email, name, picture, screen_name, given_name, family_name } = claims;
  const isGoogle = providerId === "google.com";
  return {
    kind: "identitytoolkit#VerifyAssertionResponse",
    context: credential.context ?? "",
    providerId,
    displayName: name,
    fullName: name,
    screenName: screen_name,
    email: email?.toLowerCase(),
    emailVerified: claims.email_verified ?? false,
    ...withoutLongPhoto({ photoUrl: picture }),
    firstName: isGoogle ? given_name : undefined,
    lastName: isGoogle ? family_name : undefined,
    rawUserInfo: JSON.stringify(rawUserInfoOf(credential)),
    federatedId: isGoogle ? `https://accounts.google.com/${sub}` : sub,
    oauthIdToken: credential.oauthIdToken,
    oauthAccessToken: credential.oauthAccessToken ?? `FirebaseAuthEmulatorFakeAccessToken_${providerId}`,
    oauthTokenSecret: credential.oauthTokenSecret,
    oauthExpireIn: credential.oauthExpireIn,
    pendingToken: credential.pendingToken,
  };
}

/** The entry in `providerUserInfo`. Its `federatedId` is the user's bare ID, unlike in a sign-in's response. */
export const toProviderInfo = (credential: IdpCredential): ProviderInfo => {
  const { providerId, claims } = credential;
  return {
    providerId,
    rawId: claims.sub,
    federatedId: claims.sub,
    ...profileChangesOf(credential),
    email: claims.email?.toLowerCase(),
  };
};

/** The profile fields that an account takes over; a missing one is erased. */
export const profileChangesOf = ({ claims }: IdpCredential) => ({
  displayName: claims.name,
  photoUrl: claims.picture,
  screenName: claims.screen_name,
});
