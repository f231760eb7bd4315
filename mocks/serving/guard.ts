import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { applyFaultsAfter, applyFaultsBefore } from "../failures/apply.ts";
import type { Attempt, ScriptedFault } from "../failures/failures.ts";
import { ApiError } from "../http/api-error.ts";
import { jsonResponse } from "../http/body.ts";
import {
  allowOrigin,
  answerPreflight,
  type CorsPolicy,
  type GuardedAttempt,
  isPreflight,
  isTrustedOrigin,
} from "../http/origins.ts";

const ADMIN_SDK = /\/Admin\//;
/** A JWT whose header begins with `{"alg":"none"`. */
export const isUnsignedBearer = ({ headers }: Request): boolean =>
  /^Bearer eyJhbGciOiJub25l/.test(headers.get("authorization") ?? "");

export const SIGNED_NEEDED =
  'This server verifies signatures, and the token has none: set "tokens" to "signed" in the local services.';

/**
 * Names the setting `tokens` if its value does not suit the caller: the Admin SDK refuses signed tokens before any
 * request if it is set to use an emulator, and a server that verifies signatures refuses unsigned ones.
 */
function hintAtTokensSetting(
  { identity: { settings } }: ServiceContext,
  request: Request,
  status: number,
): string | undefined {
  if (settings.tokens === "signed" && ADMIN_SDK.test(request.headers.get("x-client-version") ?? ""))
    return 'The Admin SDK accepts only unsigned tokens here: set "tokens" to "unsigned".';
  return status === 401 && isUnsignedBearer(request) ? SIGNED_NEEDED : undefined;
}

const ErrorAnswer = v.object({ error: v.object({ message: v.string() }) });

/** Google's error code in a response: the part before " : ". */
async function serverCodeOf(response: Response): Promise<string | undefined> {
  if (response.status < 400 || !response.headers.get("content-type")?.includes("json")) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorAnswer), await response.clone().text());
  return parsed.success ? parsed.output.error.message.split(" : ")[0] : undefined;
}

/** Turns any thrown value into Google's envelope, so that nothing crashes. */
function refusalResponse(cause: unknown): Response {
  if (cause instanceof ApiError) return jsonResponse(cause, cause.code);
  console.error("local services: an operation failed unexpectedly", cause);
  return jsonResponse(new ApiError("Internal error encountered.", 500), 500);
}

type Operation = () => Response | Promise<Response>;

/**
 * A page of another origin sees a refused cross-origin response as a network error, and Node's fetch does not know
 * CORS.
 */
const hideFromOtherOrigins = (request: Request, response: Response): Response =>
  request.headers.has("origin") ? response : Response.error();

/** Answers according to the failure scripts for this attempt, and logs it. */
export async function underFailureScripts(
  context: ServiceContext,
  request: Request,
  attempt: Attempt,
  run: Operation,
): Promise<{ response: Response; drawn: readonly ScriptedFault[] }> {
  // Control endpoints must work while the services fail, and are not logged.
  const steering = attempt.endpoint === "control";
  const started = performance.now();
  const drawn = steering ? [] : context.failures.draw(attempt);
  const means = { random: context.random, released: context.failures.released(), signal: request.signal };
  const refused = drawn.some(({ fault, phase }) => fault.kind === "cors" && phase === "before");
  let response = refused ? jsonResponse({}, 403) : await applyFaultsBefore(drawn, means);
  response ??= await Promise.resolve().then(run).catch(refusalResponse);
  const word = await serverCodeOf(response);
  response = await applyFaultsAfter(drawn, response, means);
  const { endpoint, email, uid } = attempt;
  const hint = hintAtTokensSetting(context, request, response.status);
  if (!steering)
    context.log.add({
      at: context.clock.now(),
      method: request.method,
      path: new URL(request.url).pathname,
      endpoint,
      status: response.status,
      tookMs: Math.round((performance.now() - started) * 10) / 10,
      ...(word !== undefined && { word }),
      ...(email !== undefined && { email }),
      ...(uid !== undefined && { uid }),
      ...(hint !== undefined && { hint }),
      ...(drawn.length > 0 && { faults: drawn.map(({ fault }) => fault.kind) }),
    });
  return { response, drawn };
}

/** The refusal has no CORS headers, so that the page cannot read it. */
const untrustedOriginResponse = (): Response =>
  jsonResponse(
    new ApiError(
      "Control endpoints and administrators answer loopback origins and those of the option controlOrigins.",
      403,
    ),
    403,
  );

/**
 * Wraps every operation of every service: checks the origin, handles preflights, applies failure scripts, adds CORS
 * headers, and logs. Nothing of the body is read for a refused origin or a preflight.
 * @param attempt the request's name in failure scripts and the log
 */
export async function guardRequest(
  context: ServiceContext,
  request: Request,
  attempt: GuardedAttempt,
  run: Operation,
): Promise<Response> {
  const isTrusted = isTrustedOrigin(request, context.controlOrigins);
  if (attempt.privileged && !isTrusted) return untrustedOriginResponse();
  const policy: CorsPolicy = {
    credentials: attempt.endpoint.startsWith("documents:"),
    privateNetwork: isTrusted,
  };
  if (isPreflight(request))
    return attempt.endpoint !== "control" && context.failures.refusesPreflight(attempt.endpoint)
      ? new Response(null, { status: 403 })
      : answerPreflight(request, policy);

  const named = { ...attempt, ...(await attempt.readAccount?.()) };
  const { response, drawn } = await underFailureScripts(context, request, named, run);
  if (drawn.some(({ fault }) => fault.kind === "cors")) return hideFromOtherOrigins(request, response);
  if (response.type !== "error") allowOrigin(request, response.headers, policy);
  return response;
}
