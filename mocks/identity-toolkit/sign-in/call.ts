import * as v from "valibot";
import { waitForTime } from "../../core/clock.ts";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { isRecord, primitiveToText } from "../../http/wire.ts";
import type { AccountChanges } from "../state/account.ts";
import { assertCustomAttributes, createUnsignedJwt } from "../tokens/tokens.ts";
import {
  type BlockingEvent,
  type BlockingFunction,
  type BlockingName,
  createBlockingEvent,
  type Draft,
  type SignInDetails,
} from "./event.ts";

/** Production's deadline for a blocking function; the emulator waits a minute. */
const DEADLINE_MS = 7000;
const WORD = "BLOCKING_FUNCTION_ERROR_RESPONSE";

const functionFailedError = (problem: string, cause: unknown) =>
  new ApiError(`${WORD} : ((${problem}))`, 500, {
    reason: cause instanceof Error ? cause.message : String(cause),
    hasDomain: false,
  });

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/**
 * Calls a program's function as if it were deployed: an error that it throws becomes a 400 with the error's message.
 */
const runAsDeployed = (run: BlockingFunction, event: BlockingEvent): Promise<Response> =>
  Promise.resolve(event)
    .then(run)
    .then(
      (answer) => new Response(JSON.stringify(answer ?? {})),
      (cause: unknown) => {
        const message = cause instanceof Error ? cause.message : String(cause);
        const body = JSON.stringify({ error: { message, status: "INVALID_ARGUMENT" } });
        return new Response(body, { status: 400 });
      },
    );

async function callFunction(context: ServiceContext, url: string, event: BlockingEvent): Promise<unknown> {
  const run = context.blockingFunctions?.[event.event_type];
  const deadline = new AbortController();
  const { signal } = deadline;
  const stop = waitForTime(context.clock, context.clock.now() + DEADLINE_MS, () => deadline.abort());
  const body = JSON.stringify({ data: { jwt: createUnsignedJwt(event) } });
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body, signal };
  let response: Response;
  let text: string;
  try {
    const answer = run ? runAsDeployed(run, event) : fetch(url, init);
    response = await Promise.race([answer, rejectWhenAborted(signal)]);
    text = await response.text();
  } catch (cause) {
    throw signal.aborted
      ? functionFailedError(`Deadline exceeded making request to ${url}.`, cause)
      : functionFailedError(`Failed to make request to ${url}.`, cause);
  } finally {
    stop();
  }
  assert(response.ok, `${WORD} : ((HTTP request to ${url} returned HTTP error ${response.status}: ${text}))`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw functionFailedError("Response body is not valid JSON.", cause);
  }
}

type Verdict = { changes: AccountChanges; extraClaims?: Record<string, unknown> };

const Answer = v.object({ userRecord: v.looseObject({ updateMask: v.optional(v.unknown()) }) });

/** The changes that the mask names; unknown fields are ignored, as in the emulator. */
function parseVerdict(event: BlockingName, answer: unknown): Verdict {
  const parsed = v.safeParse(Answer, answer);
  if (!parsed.success) return { changes: {} };
  const { updateMask, ...user } = parsed.output.userRecord;
  assert(updateMask, `${WORD} : ((Response UserRecord is missing updateMask.))`);
  const fields = String(updateMask).split(",");
  const changes: AccountChanges = {};
  for (const field of fields) {
    if (field === "displayName" || field === "photoUrl") changes[field] = primitiveToText(user[field]);
    if (field === "disabled" || field === "emailVerified") changes[field] = Boolean(user[field]);
    if (field === "customClaims")
      changes.customAttributes = assertCustomAttributes(String(JSON.stringify(user[field])));
  }
  const claims = fields.includes("sessionClaims") && event === "beforeSignIn" && user["sessionClaims"];
  return { changes, ...(isRecord(claims) && { extraClaims: claims }) };
}

/**
 * Calls the project's blocking function, if there is one.
 * @throws {ApiError} BLOCKING_FUNCTION_ERROR_RESPONSE, if it refuses, fails or takes too long
 * @see https://cloud.google.com/identity-platform/docs/blocking-functions
 */
export async function callBlockingFunction(
  context: ServiceContext,
  event: BlockingName,
  account: Draft,
  details: SignInDetails,
): Promise<Verdict> {
  const { triggers = {}, forwardInboundCredentials: forward } =
    context.identity.storedConfig.blockingFunctions ?? {};
  const url = context.blockingFunctions?.[event] ? `function:${event}` : triggers[event]?.functionUri;
  if (url === undefined) return { changes: {} };
  const sent = createBlockingEvent(context, { event, url, forward }, account, details);
  return parseVerdict(event, await callFunction(context, url, sent));
}
