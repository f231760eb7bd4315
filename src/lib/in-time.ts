/** Equal to the time limit of a request. */
const CODE_LIMIT_MS = 30_000;

/**
 * Limits a user's wait for code: a server may accept a request and never respond, and the browser would wait for
 * minutes. The code continues to load, so the next attempt may find it at once.
 * @throws Error after 30 s
 */
export async function withinCodeLimit<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the code did not arrive in time")), CODE_LIMIT_MS);
  });
  try {
    return await Promise.race([loading, limit]);
  } finally {
    clearTimeout(timer);
  }
}
