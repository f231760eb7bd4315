/** A dependency is temporarily unavailable: the response is 503, never a verdict about the request. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  /** What is away: "token keys", "clock", "token service", "session secret", or what the application names. */
  readonly dependency: string;
  constructor(dependency: string, options?: ErrorOptions) {
    super(`The ${dependency} cannot be relied on now.`, options);
    this.dependency = dependency;
  }
}
