import { type SecondFactorProof, toPhoneProof } from "../../api/mfa.ts";
import type { Credential } from "../../sign-in/credential.ts";
import { linkCodeCredential, passwordCredential } from "../../sign-in/methods.ts";
import { credentialOfProof } from "../../sign-in/phone.ts";
import { providerCredential } from "../../sign-in/provider-credential.ts";
import type { ProviderId } from "../../user.ts";
import { authError } from "../errors.ts";
import { textMembersOf } from "../token-response.ts";

/** @throws SyntaxError for a text that is not JSON, as Google's SDK does */
const parseTextFields = (json: object | string) =>
  textMembersOf(typeof json === "string" ? JSON.parse(json) : json);

/** A proof of identity, with the members of the class of the same name in `firebase/auth`. */
export abstract class AuthCredential {
  readonly providerId: string;
  readonly signInMethod: string;

  constructor(providerId: string, signInMethod: string) {
    this.providerId = providerId;
    this.signInMethod = signInMethod;
  }

  abstract toJSON(): object;
  /** The credential of the identity client. Not part of `firebase/auth`. */
  abstract own(): Credential;
}

type OAuthParams = {
  providerId: string;
  signInMethod: string;
  idToken?: string | null | undefined;
  accessToken?: string | null | undefined;
  secret?: string | undefined;
  nonce?: string | undefined;
  pendingToken?: string | null | undefined;
};

/** The tokens of a provider. */
export class OAuthCredential extends AuthCredential {
  readonly idToken?: string;
  readonly accessToken?: string;
  readonly secret?: string;
  readonly #nonce: string | undefined;
  readonly #pendingToken: string | null;

  constructor({ providerId, signInMethod, idToken, accessToken, secret, nonce, pendingToken }: OAuthParams) {
    super(providerId, signInMethod);
    if (idToken) this.idToken = idToken;
    if (accessToken) this.accessToken = accessToken;
    if (secret) this.secret = secret;
    this.#nonce = nonce;
    this.#pendingToken = pendingToken || null;
  }

  override toJSON(): object {
    const { idToken, accessToken, secret, providerId, signInMethod } = this;
    return {
      idToken,
      accessToken,
      secret,
      nonce: this.#nonce,
      pendingToken: this.#pendingToken,
      providerId,
      signInMethod,
    };
  }

  static fromJSON(json: object | string): OAuthCredential | null {
    const { providerId, signInMethod, ...rest } = parseTextFields(json);
    return providerId && signInMethod ? new OAuthCredential({ ...rest, providerId, signInMethod }) : null;
  }

  override own(): Credential {
    const { idToken, accessToken, secret } = this;
    return providerCredential({
      providerId: this.providerId as ProviderId,
      idToken,
      accessToken,
      secret,
      nonce: this.#nonce,
      pendingToken: this.#pendingToken ?? undefined,
    });
  }
}

/** The response of a SAML provider, which has no tokens of its own. `firebase/auth` does not export its class. */
export class SAMLAuthCredential extends AuthCredential {
  readonly #pendingToken: string;

  constructor(providerId: string, pendingToken: string) {
    super(providerId, providerId);
    this.#pendingToken = pendingToken;
  }

  override toJSON(): object {
    const { signInMethod, providerId } = this;
    return { signInMethod, providerId, pendingToken: this.#pendingToken };
  }

  static fromJSON(json: object | string): SAMLAuthCredential | null {
    const { providerId, signInMethod, pendingToken } = parseTextFields(json);
    if (!providerId || !pendingToken || providerId !== signInMethod) return null;
    return new SAMLAuthCredential(providerId, pendingToken);
  }

  override own(): Credential {
    return providerCredential({
      providerId: this.providerId as ProviderId,
      pendingToken: this.#pendingToken,
    });
  }
}

/** An email address with its password, or with the code of a mailed link. */
export class EmailAuthCredential extends AuthCredential {
  readonly #email: string;
  readonly #secret: string;
  readonly #tenantId: string | null;

  constructor(email: string, secret: string, signInMethod: string, tenantId: string | null = null) {
    super("password", signInMethod);
    this.#email = email;
    this.#secret = secret;
    this.#tenantId = tenantId;
  }

  override toJSON(): object {
    const { signInMethod } = this;
    return { email: this.#email, password: this.#secret, signInMethod, tenantId: this.#tenantId };
  }

  static fromJSON(json: object | string): EmailAuthCredential | null {
    const { email, password, signInMethod, tenantId } = parseTextFields(json);
    if (!email || !password) return null;
    if (signInMethod === "password") return new EmailAuthCredential(email, password, signInMethod);
    if (signInMethod === "emailLink")
      return new EmailAuthCredential(email, password, signInMethod, tenantId ?? null);
    return null;
  }

  override own(): Credential {
    const email = this.#email;
    return this.signInMethod === "password"
      ? passwordCredential({ email, password: this.#secret })
      : linkCodeCredential(email, this.#secret);
  }
}

type PhoneParams = Partial<
  Record<"verificationId" | "verificationCode" | "phoneNumber" | "temporaryProof", string | undefined>
>;

/** A phone number, proved by the code sent to it or by the temporary proof of an earlier response. */
export class PhoneAuthCredential extends AuthCredential {
  readonly #params: PhoneParams;

  constructor(params: PhoneParams) {
    super("phone", "phone");
    this.#params = params;
  }

  override toJSON(): object {
    const given = Object.entries(this.#params).filter(([, value]) => value);
    return { providerId: this.providerId, ...Object.fromEntries(given) };
  }

  static fromJSON(json: object | string): PhoneAuthCredential | null {
    const { verificationId, verificationCode, phoneNumber, temporaryProof } = parseTextFields(json);
    return verificationId || verificationCode || phoneNumber || temporaryProof
      ? new PhoneAuthCredential({ phoneNumber, temporaryProof, verificationCode, verificationId })
      : null;
  }

  /** What the server checks as the second factor. Not part of `firebase/auth`. */
  secondFactor(): SecondFactorProof {
    const { verificationId = "", verificationCode = "" } = this.#params;
    return toPhoneProof(verificationId, verificationCode);
  }

  override own(): Credential {
    const { verificationId = "", verificationCode = "", phoneNumber, temporaryProof } = this.#params;
    return credentialOfProof(
      temporaryProof && phoneNumber
        ? { temporaryProof, phoneNumber }
        : { sessionInfo: verificationId, code: verificationCode },
    );
  }
}

/**
 * The identity client's credential of an instance, or of the plain object that its `toJSON` made: FirebaseUI stores
 * the JSON form of a credential while the user signs in another way.
 * @throws AuthError `auth/argument-error`
 */
export function toClientCredential(credential: AuthCredential | object): Credential {
  const made =
    credential instanceof AuthCredential
      ? credential
      : (EmailAuthCredential.fromJSON(credential) ??
        OAuthCredential.fromJSON(credential) ??
        PhoneAuthCredential.fromJSON(credential));
  if (!made) throw authError("argument-error");
  return made.own();
}
