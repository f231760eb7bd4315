/** A start that cannot succeed, told in one sentence for people: what happened and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
