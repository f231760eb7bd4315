import { expect, test } from "vitest";
import { ActionCodeURL, parseActionCodeURL } from "../../src/compat/providers/action-code-url.ts";
import { getAdditionalUserInfo } from "../../src/compat/providers/additional-user-info.ts";
import {
  EmailAuthCredential,
  OAuthCredential,
  PhoneAuthCredential,
  toClientCredential,
} from "../../src/compat/providers/credentials.ts";
import {
  EmailAuthProvider,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  OAuthProvider,
  SAMLAuthProvider,
  TwitterAuthProvider,
} from "../../src/compat/providers/providers.ts";
import { keepTokenResponse, responseProviderIdOf } from "../../src/compat/token-response.ts";

const holderOf = (response: object) => {
  const holder = { user: { isAnonymous: false } };
  keepTokenResponse(holder, response);
  return holder;
};
const argumentError = expect.objectContaining({ code: "auth/argument-error", name: "FirebaseError" });

test("each provider class has its provider ID and its sign-in method as constants", () => {
  expect([
    GoogleAuthProvider.PROVIDER_ID,
    GoogleAuthProvider.GOOGLE_SIGN_IN_METHOD,
    FacebookAuthProvider.PROVIDER_ID,
    FacebookAuthProvider.FACEBOOK_SIGN_IN_METHOD,
    GithubAuthProvider.PROVIDER_ID,
    GithubAuthProvider.GITHUB_SIGN_IN_METHOD,
    TwitterAuthProvider.PROVIDER_ID,
    TwitterAuthProvider.TWITTER_SIGN_IN_METHOD,
    EmailAuthProvider.PROVIDER_ID,
    EmailAuthProvider.EMAIL_PASSWORD_SIGN_IN_METHOD,
    EmailAuthProvider.EMAIL_LINK_SIGN_IN_METHOD,
  ]).toEqual([
    ...["google.com", "google.com", "facebook.com", "facebook.com", "github.com", "github.com"],
    ...["twitter.com", "twitter.com", "password", "password", "emailLink"],
  ]);
  expect(new OAuthProvider("microsoft.com").providerId).toBe("microsoft.com");
});

test("a provider object keeps each scope once, and only the custom parameters that were set last", () => {
  const google = new GoogleAuthProvider().addScope("calendar").addScope("calendar");
  expect(google.getScopes()).toEqual(["profile", "calendar"]);
  expect(google.getCustomParameters()).toEqual({});
  google.setCustomParameters({ prompt: "consent" }).setCustomParameters({ login_hint: "ada@example.com" });
  expect(google.getCustomParameters()).toEqual({ login_hint: "ada@example.com" });
  expect(new FacebookAuthProvider().getScopes()).toEqual([]);
});

test("the static credential() functions of the providers build credentials from tokens", () => {
  expect(GoogleAuthProvider.credential("id")).toMatchObject({ providerId: "google.com", idToken: "id" });
  expect(GoogleAuthProvider.credential(null, "access")).toMatchObject({ accessToken: "access" });
  expect(FacebookAuthProvider.credential("access")).toMatchObject({
    providerId: "facebook.com",
    signInMethod: "facebook.com",
    accessToken: "access",
  });
  expect(GithubAuthProvider.credential("access").providerId).toBe("github.com");
  expect(TwitterAuthProvider.credential("token", "secret")).toMatchObject({
    accessToken: "token",
    secret: "secret",
  });
  expect(new OAuthProvider("apple.com").credential({ idToken: "id", rawNonce: "nonce" }).toJSON()).toEqual({
    providerId: "apple.com",
    signInMethod: "apple.com",
    idToken: "id",
    accessToken: undefined,
    secret: undefined,
    nonce: "nonce",
    pendingToken: null,
  });
  const withoutNonce = new OAuthProvider("apple.com").credential({ idToken: "id", rawNonce: "" });
  expect(withoutNonce.toJSON()).toMatchObject({ nonce: undefined });
});

test.each([
  ["Google without a token", () => GoogleAuthProvider.credential()],
  ["Facebook without a token", () => FacebookAuthProvider.credential("")],
  ["Twitter without a secret", () => TwitterAuthProvider.credential("token", "")],
  ["a provider without a token", () => new OAuthProvider("apple.com").credential({})],
  ["a SAML provider of another kind", () => new SAMLAuthProvider("oidc.example")],
  ["JSON without a provider", () => OAuthProvider.credentialFromJSON({})],
  ["SAML JSON without a response", () => SAMLAuthProvider.credentialFromJSON({ providerId: "saml.a" })],
  [
    "a link that is no sign-in link",
    () => EmailAuthProvider.credentialWithLink("ada@example.com", "https://example.com/"),
  ],
  ["a link without a code", () => new ActionCodeURL("https://example.com/?mode=signIn&apiKey=key")],
])("the compat package throws argument-error for %s", (_, call) => {
  expect(call).toThrow(argumentError);
});

test("a credential survives toJSON() and fromJSON(), as an object and as a string", () => {
  const credentials = [
    [OAuthCredential, GoogleAuthProvider.credential("id", "access")],
    [OAuthCredential, new OAuthProvider("oidc.a").credential({ idToken: "id", rawNonce: "nonce" })],
    [EmailAuthCredential, EmailAuthProvider.credential("ada@example.com", "secret")],
    [EmailAuthCredential, new EmailAuthCredential("ada@example.com", "code", "emailLink", "tenant")],
    [PhoneAuthCredential, new PhoneAuthCredential({ verificationId: "id", verificationCode: "123456" })],
    [PhoneAuthCredential, new PhoneAuthCredential({ phoneNumber: "+15550100", temporaryProof: "proof" })],
  ] as const;
  for (const [type, credential] of credentials) {
    expect(type.fromJSON(credential.toJSON())?.toJSON()).toEqual(credential.toJSON());
    expect(type.fromJSON(JSON.stringify(credential))?.toJSON()).toEqual(credential.toJSON());
    expect(type.fromJSON({})).toBeNull();
  }
  const saml = { providerId: "saml.a", signInMethod: "saml.a", pendingToken: "pending" };
  expect(SAMLAuthProvider.credentialFromJSON(JSON.stringify(saml)).toJSON()).toEqual(saml);
});

test("a logged credential shows neither its password nor its code", () => {
  const shown = JSON.stringify([
    Object.entries(EmailAuthProvider.credential("ada@example.com", "secret")),
    Object.entries(new PhoneAuthCredential({ verificationId: "id", verificationCode: "123456" })),
  ]);
  expect(shown).not.toMatch(/secret|123456/);
});

test("the JSON form of a credential is accepted in place of the credential", () => {
  expect(toClientCredential({ ...GithubAuthProvider.credential("access").toJSON() }).providerId).toBe(
    "github.com",
  );
  expect(
    toClientCredential(EmailAuthProvider.credential("ada@example.com", "secret").toJSON()).providerId,
  ).toBe("password");
  expect(toClientCredential({ verificationId: "id", verificationCode: "1" }).providerId).toBe("phone");
  expect(() => toClientCredential({})).toThrow(argumentError);
});

test("credentialFromResult and credentialFromError return the provider's credential", () => {
  const tokens = { providerId: "google.com", oauthIdToken: "id", oauthAccessToken: "access" };
  const holder = holderOf(tokens);
  for (const read of ["credentialFromResult", "credentialFromError"] as const) {
    const { [read]: unbound } = GoogleAuthProvider;
    expect(unbound(holder)).toMatchObject({ idToken: "id", accessToken: "access" });
    expect(FacebookAuthProvider[read](holder)).toMatchObject({ accessToken: "access" });
    expect(GithubAuthProvider[read](holder)?.providerId).toBe("github.com");
    expect(OAuthProvider[read](holder)?.providerId).toBe("google.com");
    expect(TwitterAuthProvider[read](holder)).toBeNull();
    expect(TwitterAuthProvider[read](holderOf({ ...tokens, oauthTokenSecret: "secret" }))).toMatchObject({
      secret: "secret",
    });
    const pending = holderOf({ providerId: "saml.a", pendingToken: "pending" });
    expect(SAMLAuthProvider[read](pending)?.toJSON()).toMatchObject({ pendingToken: "pending" });
    for (const type of [GoogleAuthProvider, FacebookAuthProvider, OAuthProvider, SAMLAuthProvider]) {
      expect(type[read](holderOf({}))).toBeNull();
      expect(type[read]({})).toBeNull();
    }
  }
});

const link = (query: string) => `https://example.firebaseapp.com/__/auth/action?${query}`;
const SIGN_IN = "mode=signIn&apiKey=key&oobCode=code";

test("parseActionCodeURL returns all parts of an action link", () => {
  expect(
    parseActionCodeURL(
      link(`${SIGN_IN}&continueUrl=https%3A%2F%2Fa.example%2F%3Fb%3Dc+d&lang=de&tenantId=t`),
    ),
  ).toEqual({
    apiKey: "key",
    code: "code",
    operation: "EMAIL_SIGNIN",
    continueUrl: "https://a.example/?b=c+d",
    languageCode: "de",
    tenantId: "t",
  });
  expect(ActionCodeURL.parseLink(link("mode=resetPassword&apiKey=key&oobCode=code"))).toMatchObject({
    operation: "PASSWORD_RESET",
    continueUrl: null,
    languageCode: null,
    tenantId: null,
  });
  expect(parseActionCodeURL(link("mode=other&apiKey=key&oobCode=code"))).toBeNull();
  expect(parseActionCodeURL("")).toBeNull();
});

test.each([
  ["a link in a link", `https://app.page.link/?link=${encodeURIComponent(link(SIGN_IN))}`],
  ["an iOS link", `com.example://google/link?deep_link_id=${encodeURIComponent(link(SIGN_IN))}`],
  [
    "an iOS link in another link",
    `https://app.page.link/?link=${encodeURIComponent(`com.example://a?deep_link_id=${encodeURIComponent(link(SIGN_IN))}`)}`,
  ],
  [
    "a link in an iOS link",
    `com.example://a?deep_link_id=${encodeURIComponent(`https://app.page.link/?link=${encodeURIComponent(link(SIGN_IN))}`)}`,
  ],
])("an action link inside another link is unwrapped: %s", (_, wrapped) => {
  expect(parseActionCodeURL(wrapped)?.code).toBe("code");
  expect(EmailAuthProvider.credentialWithLink("ada@example.com", wrapped).signInMethod).toBe("emailLink");
});

const idToken = (provider: string) =>
  `h.${btoa(JSON.stringify({ sub: "uid", iat: 1, exp: 2, firebase: { sign_in_provider: provider } }))}.s`;

test.each([
  [
    "GitHub",
    { providerId: "github.com", isNewUser: true, rawUserInfo: '{"login":"ada"}' },
    { isNewUser: true, providerId: "github.com", profile: { login: "ada" }, username: "ada" },
  ],
  [
    "Twitter",
    { providerId: "twitter.com", screenName: "ada", rawUserInfo: "{}" },
    { isNewUser: false, providerId: "twitter.com", profile: {}, username: "ada" },
  ],
  ["Google", { providerId: "google.com" }, { isNewUser: false, providerId: "google.com", profile: {} }],
  [
    "a sign-up",
    { kind: "identitytoolkit#SignupNewUserResponse", idToken: idToken("password") },
    { isNewUser: true, providerId: "password", profile: {} },
  ],
  ["a custom token", { idToken: idToken("custom") }, { isNewUser: false, providerId: null, profile: {} }],
  ["an unknown response", {}, null],
])("getAdditionalUserInfo describes the response of a sign-in: %s", (_, response, expected) => {
  expect(getAdditionalUserInfo(holderOf(response))).toEqual(expected);
});

test("getAdditionalUserInfo reports no new user for a repeated anonymous sign-in", () => {
  const none = { isNewUser: false, providerId: null, profile: null };
  expect(getAdditionalUserInfo({ user: { isAnonymous: true } })).toEqual(none);
  expect(getAdditionalUserInfo({ user: { isAnonymous: false } })).toBeNull();
});

test("the providerId of a sign-in result comes from the provider or the phone number in the response", () => {
  expect([
    responseProviderIdOf({ providerId: "google.com" }),
    responseProviderIdOf({ phoneNumber: "+15550100" }),
    responseProviderIdOf({}),
  ]).toEqual(["google.com", "phone", null]);
});
