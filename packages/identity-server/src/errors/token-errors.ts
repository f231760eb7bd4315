/** The definite verdict: this ID token is invalid, now and later. */
export class InvalidTokenError extends Error {
  override readonly name = "InvalidTokenError";
}

/**
 * No verdict: the token names a key that the project's list does not have. The token is forged, or the list is older
 * than a new key. Not an UnavailableError, because forged tokens must not look like an outage.
 */
export class UnknownKeyError extends Error {
  override readonly name = "UnknownKeyError";
}

/** The token service's definite code for an invalid refresh token. */
export class TokenRefusal extends Error {
  override readonly name = "TokenRefusal";
  readonly code: string;
  constructor(code: string) {
    super(`refused with ${code}`);
    this.code = code;
  }
}
