/** A busy machine needs this long. */
const TIMEOUT_MS = 30_000;

/**
 * Repeats a call until it returns a truthy value. An error counts as none, because a server may be restarting.
 * @template Answer
 * @param {() => Answer | Promise<Answer>} ask
 * @param {string} what happens then
 * @returns {Promise<NonNullable<Answer>>}
 * @throws Error that names what did not happen, with the last error of `ask`
 */
export async function until(ask, what, timeoutMs = TIMEOUT_MS) {
  /** @type {unknown} */
  let problem;
  for (const deadline = Date.now() + timeoutMs; ; ) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > deadline)
      throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
