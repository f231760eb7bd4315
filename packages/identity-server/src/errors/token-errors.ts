/** The definite verdict: this ID token is invalid, now and later. */
export class InvalidTokenError extends Error {
  override readonly name = "InvalidTokenError";
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
