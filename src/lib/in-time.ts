/** Equal to the time limit of a request. */
const CODE_LIMIT_MS = 30_000;

/** Resolves to the result of `work`, or after `ms` to that of `otherwise`. A later result or failure is ignored. */
export async function inTime<Value, Otherwise>(
  work: Promise<Value>,
  ms: number,
  otherwise: () => Otherwise,
): Promise<Value | Otherwise> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, limit.then(otherwise)]).finally(() => clearTimeout(timer));
}

/**
 * Limits a user's wait for code: a server may accept a request and never respond, and the browser would wait for
 * minutes. The code continues to load, so the next attempt may find it at once.
 * @throws Error after 30 s
 */
export const withinCodeLimit = <Value>(loading: Promise<Value>): Promise<Value> =>
  inTime(loading, CODE_LIMIT_MS, () => {
    throw new Error("the code did not arrive in time");
  });
