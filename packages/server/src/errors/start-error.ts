/** A start that cannot succeed, with one sentence: what happened and what to do. */
export class StartError extends Error {
  override readonly name = "StartError";
}
