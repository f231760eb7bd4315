/** A dependency is temporarily unavailable: the response is 503, never a verdict about the request. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  /**
   * The missing dependency: "token keys", "clock", "token service", "session secret", or another name that the
   * application uses.
   */
  readonly dependency: string;
  constructor(dependency: string, options?: ErrorOptions) {
    super(`The ${dependency} cannot be relied on now.`, options);
    this.dependency = dependency;
  }
}
