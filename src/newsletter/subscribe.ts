import {
  ApiEnvelope,
  INVALID_USER_TOKEN,
  type NewsletterRequest,
  newsletterAuthorization,
} from "@tallybin/contract";
import * as v from "valibot";
import { siteConfig } from "../config/site-config.ts";
import { idTokenOf, invalidateSession } from "../identity/client/client.ts";
import { type CurrentUid, currentUid } from "../identity/state/user-state.ts";

const TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 10_000;

/** How long a subscription waits for the session. The user has already been thanked and may leave soon. */
const TOKEN_WAIT_MS = 2000;

/** A refusal with the server's own message. */
class NewsletterError extends Error {
  override readonly name = "NewsletterError";
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * Calls the API.
 * @returns the response's data
 * @throws NewsletterError with the server's code and message when the response's status is "error"; what `fetch` and
 * the JSON reader throw when there is no such response
 */
async function post(email: string, idToken: string | undefined): Promise<unknown> {
  const response = await fetch(siteConfig().newsletterEndpoint, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: newsletterAuthorization(idToken) },
    body: JSON.stringify({ email } satisfies NewsletterRequest),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    keepalive: true, // the user has been thanked and may leave the page immediately
  });
  const answer = v.safeParse(ApiEnvelope, await response.json());
  if (answer.success && answer.output.status === "error")
    throw new NewsletterError(answer.output.code, answer.output.message, response.status);
  if (!response.ok) throw new NewsletterError("unavailable", "no readable response", response.status);
  return answer.success ? answer.output.data : undefined;
}

/** Waits; if the browser is offline, until it is online. */
const nextChance = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, RETRY_AFTER_MS);
    else window.addEventListener("online", () => resolve(), { once: true });
  });

/** Whether a retry would get the same response. */
const isDefinite = ({ status }: NewsletterError): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/**
 * The subscriber's token, if it comes soon: a subscription without a user is better than no subscription, and than a
 * subscription in the next user's name.
 */
const tokenSoon = (uid: CurrentUid): Promise<string | undefined> =>
  uid === undefined
    ? Promise.resolve(undefined)
    : Promise.race([
        idTokenOf(uid).catch(() => undefined),
        new Promise<undefined>((resolve) => setTimeout(resolve, TOKEN_WAIT_MS, undefined)),
      ]);

/**
 * Subscribes in the background. Shows nothing, because the user has already been thanked. For the same reason it
 * retries once after an outage, without the session if the session is what failed.
 */
export async function subscribe(email: string): Promise<void> {
  const uid = currentUid();
  const idToken = await tokenSoon(uid);
  try {
    await post(email, idToken);
  } catch (error) {
    if (error instanceof NewsletterError) {
      const isOver = error.code === INVALID_USER_TOKEN;
      if (isOver && idToken !== undefined) await invalidateSession(idToken).catch(() => undefined);
      if (!isOver && isDefinite(error)) return;
    }
    await nextChance();
    await post(email, await tokenSoon(uid)).catch(() => undefined);
  }
}
