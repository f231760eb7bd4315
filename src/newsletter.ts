import { endRefusedSession, idTokenIfAny } from "./identity.ts";
import { siteConfig } from "./site-config.ts";

const ENDED_SESSION = "auth/invalid-user-token";
const TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 10_000;

const field = (answer: unknown, name: "status" | "code"): unknown =>
  typeof answer === "object" && answer !== null && name in answer ? Reflect.get(answer, name) : undefined;

/** The header is the contract's, word for word: the text "undefined" where nobody is signed in. */
async function attempt(email: string, idToken: string | undefined): Promise<boolean> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(siteConfig().newsletterEndpoint, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ email }),
      signal: given.signal,
      keepalive: true, // a person who has been thanked may leave the page at once
    });
    const answer: unknown = await response.json();
    if (idToken !== undefined && field(answer, "code") === ENDED_SESSION) await endRefusedSession(idToken);
    return response.ok && field(answer, "status") !== "error";
  } finally {
    clearTimeout(timer);
  }
}

/** Later; where the browser knows that it is offline, as soon as it is not. */
const nextChance = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, RETRY_AFTER_MS);
    else window.addEventListener("online", () => resolve(), { once: true });
  });

/**
 * Subscribes in the background. Nothing of it is shown, since the person has been thanked already; for the same
 * reason a failure is not the end: it is tried once more, without the session where it is the session that fails.
 */
export async function subscribe(email: string): Promise<void> {
  const first = await idTokenIfAny()
    .then((idToken) => attempt(email, idToken))
    .catch(() => false);
  if (first) return;
  await nextChance();
  const idToken = await idTokenIfAny().catch(() => undefined);
  await attempt(email, idToken).catch(() => undefined);
}
