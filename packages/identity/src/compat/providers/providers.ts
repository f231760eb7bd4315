import { authError } from "../errors.ts";
import { textMembersOf, tokenResponseOf } from "../token-response.ts";
import { ActionCodeURL } from "./action-code-url.ts";
import { EmailAuthCredential, OAuthCredential, SAMLAuthCredential } from "./credentials.ts";

export type CustomParameters = Record<string, string>;
export type OAuthCredentialOptions = { idToken?: string; accessToken?: string; rawNonce?: string };

/** Any provider, named by its ID. */
export type AuthProvider = { readonly providerId: string };

const responseFieldsOf = (holder: object) => textMembersOf(tokenResponseOf(holder));

/** @throws AuthError `auth/argument-error` without a token */
function createOAuthCredential(
  providerId: string,
  tokens: Pick<ConstructorParameters<typeof OAuthCredential>[0], "idToken" | "accessToken" | "secret"> & {
    nonce?: string | undefined;
    pendingToken?: string | undefined;
  },
): OAuthCredential {
  if (!tokens.idToken && !tokens.accessToken) throw authError("argument-error");
  return new OAuthCredential({
    ...tokens,
    providerId,
    signInMethod: providerId,
    nonce: tokens.pendingToken ? undefined : tokens.nonce || undefined,
  });
}

/** A provider of popups and redirects. */
export abstract class FederatedAuthProvider {
  readonly providerId: string;
  #customParameters: CustomParameters = {};

  constructor(providerId: string) {
    this.providerId = providerId;
  }

  /** Has no effect, as in Google's SDK since version 9. `customParameters` name the language: `hl`, `locale`, `lang`. */
  setDefaultLanguage(_languageCode: string | null): void {}

  /** Replaces the parameters that are added to the provider's address. */
  setCustomParameters(parameters: CustomParameters): this {
    this.#customParameters = parameters;
    return this;
  }

  getCustomParameters(): CustomParameters {
    return this.#customParameters;
  }
}

abstract class BaseOAuthProvider extends FederatedAuthProvider {
  readonly #scopes = new Set<string>();

  addScope(scope: string): this {
    this.#scopes.add(scope);
    return this;
  }

  getScopes(): string[] {
    return [...this.#scopes];
  }
}

/** The scopes of a provider, which SAML has none of. */
export const scopesOf = (provider: FederatedAuthProvider): string[] =>
  provider instanceof BaseOAuthProvider ? provider.getScopes().filter(Boolean) : [];

function anyCredentialFrom(holder: object): OAuthCredential | null {
  const { providerId, oauthIdToken, oauthAccessToken, nonce, pendingToken } = responseFieldsOf(holder);
  return providerId && (oauthIdToken || oauthAccessToken)
    ? createOAuthCredential(providerId, {
        idToken: oauthIdToken,
        accessToken: oauthAccessToken,
        nonce,
        pendingToken,
      })
    : null;
}

/** Any provider: `new OAuthProvider("microsoft.com")`. */
export class OAuthProvider extends BaseOAuthProvider {
  /** @throws AuthError `auth/argument-error` without a token */
  credential({ idToken, accessToken, rawNonce }: OAuthCredentialOptions): OAuthCredential {
    return createOAuthCredential(this.providerId, { idToken, accessToken, nonce: rawNonce });
  }

  /** @throws AuthError `auth/argument-error` for an object that is not the JSON of an `OAuthCredential` */
  static credentialFromJSON(json: object | string): OAuthCredential {
    const credential = OAuthCredential.fromJSON(json);
    if (!credential) throw authError("argument-error");
    return credential;
  }

  static readonly credentialFromResult = anyCredentialFrom;
  static readonly credentialFromError = anyCredentialFrom;
}

function googleCredentialFrom(holder: object): OAuthCredential | null {
  const { oauthIdToken, oauthAccessToken } = responseFieldsOf(holder);
  return oauthIdToken || oauthAccessToken
    ? GoogleAuthProvider.credential(oauthIdToken, oauthAccessToken)
    : null;
}

export class GoogleAuthProvider extends BaseOAuthProvider {
  static readonly PROVIDER_ID = "google.com";
  static readonly GOOGLE_SIGN_IN_METHOD = "google.com";

  constructor() {
    super("google.com");
    this.addScope("profile");
  }

  /** @throws AuthError `auth/argument-error` without a token */
  static credential(idToken?: string | null, accessToken?: string | null): OAuthCredential {
    return createOAuthCredential("google.com", { idToken, accessToken });
  }

  static readonly credentialFromResult = googleCredentialFrom;
  static readonly credentialFromError = googleCredentialFrom;
}

function accessTokenCredentialFrom(providerId: string, holder: object): OAuthCredential | null {
  const { oauthAccessToken: accessToken } = responseFieldsOf(holder);
  return accessToken ? createOAuthCredential(providerId, { accessToken }) : null;
}

const facebookCredentialFrom = (holder: object) => accessTokenCredentialFrom("facebook.com", holder);

export class FacebookAuthProvider extends BaseOAuthProvider {
  static readonly PROVIDER_ID = "facebook.com";
  static readonly FACEBOOK_SIGN_IN_METHOD = "facebook.com";

  constructor() {
    super("facebook.com");
  }

  /** @throws AuthError `auth/argument-error` without a token */
  static credential(accessToken: string): OAuthCredential {
    return createOAuthCredential("facebook.com", { accessToken });
  }

  static readonly credentialFromResult = facebookCredentialFrom;
  static readonly credentialFromError = facebookCredentialFrom;
}

const githubCredentialFrom = (holder: object) => accessTokenCredentialFrom("github.com", holder);

export class GithubAuthProvider extends BaseOAuthProvider {
  static readonly PROVIDER_ID = "github.com";
  static readonly GITHUB_SIGN_IN_METHOD = "github.com";

  constructor() {
    super("github.com");
  }

  /** @throws AuthError `auth/argument-error` without a token */
  static credential(accessToken: string): OAuthCredential {
    return createOAuthCredential("github.com", { accessToken });
  }

  static readonly credentialFromResult = githubCredentialFrom;
  static readonly credentialFromError = githubCredentialFrom;
}

function twitterCredentialFrom(holder: object): OAuthCredential | null {
  const { oauthAccessToken, oauthTokenSecret } = responseFieldsOf(holder);
  return oauthAccessToken && oauthTokenSecret
    ? TwitterAuthProvider.credential(oauthAccessToken, oauthTokenSecret)
    : null;
}

export class TwitterAuthProvider extends BaseOAuthProvider {
  static readonly PROVIDER_ID = "twitter.com";
  static readonly TWITTER_SIGN_IN_METHOD = "twitter.com";

  constructor() {
    super("twitter.com");
  }

  /** @throws AuthError `auth/argument-error` unless both are given */
  static credential(token: string, secret: string): OAuthCredential {
    return createOAuthCredential("twitter.com", { accessToken: secret && token, secret });
  }

  static readonly credentialFromResult = twitterCredentialFrom;
  static readonly credentialFromError = twitterCredentialFrom;
}

function samlCredentialFrom(holder: object): SAMLAuthCredential | null {
  const { providerId, pendingToken } = responseFieldsOf(holder);
  return providerId && pendingToken ? new SAMLAuthCredential(providerId, pendingToken) : null;
}

export class SAMLAuthProvider extends FederatedAuthProvider {
  /** @throws AuthError `auth/argument-error` for an ID that does not begin with `saml.` */
  constructor(providerId: string) {
    if (!providerId.startsWith("saml.")) throw authError("argument-error");
    super(providerId);
  }

  /** @throws AuthError `auth/argument-error` for an object that is not the JSON of a `SAMLAuthCredential` */
  static credentialFromJSON(json: object | string): SAMLAuthCredential {
    const credential = SAMLAuthCredential.fromJSON(json);
    if (!credential) throw authError("argument-error");
    return credential;
  }

  static readonly credentialFromResult = samlCredentialFrom;
  static readonly credentialFromError = samlCredentialFrom;
}

export class EmailAuthProvider {
  static readonly PROVIDER_ID = "password";
  static readonly EMAIL_PASSWORD_SIGN_IN_METHOD = "password";
  static readonly EMAIL_LINK_SIGN_IN_METHOD = "emailLink";
  readonly providerId = "password";

  static credential(email: string, password: string): EmailAuthCredential {
    return new EmailAuthCredential(email, password, "password");
  }

  /** @throws AuthError `auth/argument-error` for a link that is not an action link */
  static credentialWithLink(email: string, link: string): EmailAuthCredential {
    const action = ActionCodeURL.parseLink(link);
    if (!action) throw authError("argument-error");
    return new EmailAuthCredential(email, action.code, "emailLink", action.tenantId);
  }
}
