import { ApiEnvelope, INVALID_USER_TOKEN } from "@tallybin/contract/api";
import { type NewsletterRequest, NO_ID_TOKEN } from "@tallybin/contract/newsletter";
import { readEmail } from "@tallybin/contract/typed-text";
import { valueInTime } from "@tallybin/platform/deadline";
import * as v from "valibot";
import { callApi, repeatCall } from "../api/call-api.ts";
import { siteConfig } from "../config/site-config.ts";
import { importClientCode, withIdentity } from "../identity/client/client.ts";
import type { CurrentUid } from "../identity/state/session-store.ts";
import { waitForNextChance } from "../lib/next-chance.ts";

export { readEmail };

/** How long a subscription waits for the session. The user has already been thanked and may leave soon. */
const TOKEN_WAIT_MS = 2000;

/** Of an accepted subscription. Another company's endpoint may send none, and its status then decides alone. */
const ACCEPTED = { status: "success", code: "", message: "" } as const;

/** Whether a retry would get the same response. */
const isDefiniteRefusal = ({ status }: Response): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** None if it comes late: a subscription without a user is better than none, or than one in the next user's name. */
const authorizationIfSoon = async (uid: CurrentUid) => {
  if (uid === undefined) return undefined;
  const authorized = withIdentity(importClientCode).then(([identity, { authorizationOf }]) =>
    authorizationOf(identity, uid),
  );
  return valueInTime(authorized, TOKEN_WAIT_MS).catch(() => undefined);
};

/** Retries once after an outage, without the session if the session is what failed. Never throws. */
export async function sendSubscription(typed: string, uid: CurrentUid): Promise<void> {
  const { address: email } = readEmail(typed);
  if (email === undefined) return; // its form could not read the address, because this code was missing
  let authorization: Awaited<ReturnType<typeof authorizationIfSoon>>;
  const sent = callApi(siteConfig().newsletterEndpoint, v.unknown(), {
    method: "post",
    json: { email } satisfies NewsletterRequest,
    keepalive: true, // the user has been thanked and may leave the page immediately
    retry: { limit: 1, methods: ["post"], delay: () => 0 },
    hooks: {
      beforeRequest: [
        async ({ headers }) => {
          authorization = await authorizationIfSoon(uid);
          headers.set("authorization", `Bearer ${NO_ID_TOKEN}`);
          authorization?.setOn(headers);
        },
      ],
      beforeRetry: [waitForNextChance],
      afterResponse: [
        async (_, __, response) => {
          // An endpoint without JSON counts by its status.
          const body: unknown = await response
            .clone()
            .json()
            .catch(() => undefined);
          const { status, code } = v.parse(v.fallback(ApiEnvelope, ACCEPTED), body);
          const isOver = code === INVALID_USER_TOKEN;
          if (isOver) await authorization?.endSession().catch(() => undefined);
          const isAccepted = response.ok && status === "success";
          return isAccepted || (!isOver && isDefiniteRefusal(response)) ? undefined : repeatCall();
        },
      ],
    },
  });
  await sent.catch(() => undefined);
}
