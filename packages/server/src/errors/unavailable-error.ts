/** A dependency is temporarily unavailable: the response is 503, never a verdict about the request. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  readonly dependency:
    | "database"
    | "token keys"
    | "clock"
    | "token service"
    | "session secret"
    | "breached passwords";
  constructor(dependency: UnavailableError["dependency"], options?: ErrorOptions) {
    super(`The ${dependency} cannot be relied on now.`, options);
    this.dependency = dependency;
  }
}
