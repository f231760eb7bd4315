import { type HttpHandler, http } from "msw";
import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { applyFaultsAfter, applyFaultsBefore } from "../failures/apply.ts";
import type { Attempt, ScriptedFault } from "../failures/failures.ts";
import { permissionDenied } from "../firestore/documents/errors.ts";
import { isFirestoreRequest } from "../firestore/firestore.ts";
import { ApiError } from "../http/api-error.ts";
import { assertContentType, jsonResponse, readFields, readRawFields } from "../http/body.ts";
import {
  allowOrigin,
  answerPreflight,
  type CorsPolicy,
  credentialsOf,
  isPreflight,
  isTrustedOrigin,
  routedMethodOf,
} from "../http/origins.ts";
import { assertProjectId, type Match, type Route, type Router } from "../http/router.ts";
import { decodeBase64Json, omitUndefined, optionalFields } from "../http/wire.ts";
import { passesAppCheck } from "../identity-toolkit/tokens/app-check.ts";
import { decodeIdToken } from "../identity-toolkit/tokens/tokens.ts";

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
function hintAtTokensSetting({ identity: { settings } }: ServiceContext, request: Request, status: number) {
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

type GuardedAttempt = Attempt & {
  /** Only trusted origins get an answer. */
  privileged?: boolean;
  /** Reads the account's names from the body, after the origin was checked. */
  readAccount?(): Promise<AccountHint>;
};

type Operation = () => Response | Promise<Response>;

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
      ...omitUndefined({ word, email, uid, hint }),
      ...(drawn.length > 0 && { faults: drawn.map(({ fault }) => fault.kind) }),
    });
  return { response, drawn };
}

const UNTRUSTED = new ApiError(
  "Control endpoints and administrators answer loopback origins and those of the option controlOrigins.",
  403,
);

/**
 * Wraps every operation of every service: checks the origin, handles preflights, applies failure scripts, adds CORS
 * headers, and logs. Nothing of the body is read for a refused origin or a preflight.
 * @param attempt the request's name in failure scripts and the log
 */
async function guardRequest(
  context: ServiceContext,
  request: Request,
  attempt: GuardedAttempt,
  run: Operation,
): Promise<Response> {
  const isTrusted = isTrustedOrigin(request, context.controlOrigins);
  // Without CORS headers, the page cannot read the refusal.
  if (attempt.privileged && !isTrusted) return jsonResponse(UNTRUSTED, UNTRUSTED.code);
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
  // A page sees a response without CORS headers as a network error, and Node's fetch does not know CORS.
  if (drawn.some(({ fault }) => fault.kind === "cors"))
    return request.headers.has("origin") ? response : Response.error();
  if (response.type !== "error") allowOrigin(request, response.headers, policy);
  return response;
}

const Named = v.fallback(
  v.object({
    ...optionalFields(v.string(), "email", "identifier", "localId", "idToken", "refreshToken", "oobCode"),
    ...optionalFields(v.string(), "mfaPendingCredential"),
  }),
  {},
);
const Holder = v.fallback(v.object(optionalFields(v.string(), "localId")), {});

type AccountHint = Omit<Attempt, "endpoint">;

/** Guesses the account of a request, so that a failure script can name it and the log can show it. Verifies nothing. */
function accountHintOf({ identity }: ServiceContext, fields: unknown): AccountHint {
  const { idToken = "", refreshToken, mfaPendingCredential, oobCode = "", ...named } = v.parse(Named, fields);
  const opaque = refreshToken ?? mfaPendingCredential ?? "";
  const { localId } = v.parse(Holder, decodeBase64Json(opaque));
  const uid = named.localId ?? decodeIdToken(idToken)?.claims.sub ?? localId;
  const email = named.email ?? named.identifier ?? identity.oobCodes.get(oobCode)?.email;
  const account = uid !== undefined ? identity.account(uid) : identity.accountByEmail(email ?? "");
  return {
    uid: (uid ?? account?.localId) || undefined,
    email: (email ?? account?.email) || undefined,
  };
}

/** Guesses the account of a request to another service, by its ID token and the fields of its body. */
export async function requestAccountHintOf(context: ServiceContext, request: Request): Promise<AccountHint> {
  const idToken = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const fields: unknown = await readRawFields(request.clone()).catch(() => ({}));
  return accountHintOf(context, { ...(fields as object), ...omitUndefined({ idToken }) });
}

/** Routes below one prefix: Google's host name as the first segment of the path, as in its emulators. */
export type Service = {
  /** Other names of paths. */
  pathOf?(path: string): string;
  router: Router;
  /** The calls of clients need a token of App Check, if the project enforces it for this service. */
  appCheck?: "identity" | "token";
  /** Our own endpoints take names literally; Google's accept `refresh_token` for `refreshToken`. */
  rawNames?: true;
};

const KEY_MISSING = "The request is missing a valid API key.";
const BAD_CREDENTIALS =
  "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.";

/**
 * The caller: the administrator (`Bearer owner`, or any `Bearer ya29.…`), or a client with any API key.
 * @throws {ApiError} 401 or 403 with Google's messages
 */
function authorizeCaller(access: Route["access"], request: Request, url: URL): { owner: boolean } {
  const credentials = credentialsOf(request);
  const owner = credentials === "owner";
  if (access === "open" || access === "control") return { owner };
  if (credentials === "other" && access !== "key only")
    throw new ApiError(BAD_CREDENTIALS, 401, {
      entry: { message: "Invalid Credentials", location: "Authorization", locationType: "header" },
    });
  if (owner && access !== "key only") return { owner };
  if (!url.searchParams.get("key") && !request.headers.get("x-goog-api-key"))
    throw new ApiError(KEY_MISSING, 403);
  return { owner: false };
}

async function runOperation(
  context: ServiceContext,
  { rawNames, appCheck }: Service,
  { route, params }: Match,
  { request, url, reading }: { request: Request; url: URL; reading: Promise<unknown> },
) {
  if (!rawNames) assertContentType(request, route.endpoint === "token");
  const { owner } = authorizeCaller(route.access, request, url);
  const needsAppCheck = appCheck && !owner && route.access.startsWith("key");
  if (needsAppCheck && !(await passesAppCheck(context, appCheck, request.headers)))
    throw new ApiError("Firebase App Check token is invalid.", 401, { reason: "unauthorized" });
  const fields = await reading;
  if (params["project"]) assertProjectId(context.projectId, params["project"]);
  const call = { request, url, params, fields, owner, origin: context.origin ?? url.origin };
  const answer = await route.run(context, call);
  if (request.method !== "GET" && request.method !== "HEAD") context.changed();
  return answer instanceof Response ? answer : jsonResponse(answer);
}

/** Answers one request to a service; never throws. */
async function serveRequest(
  context: ServiceContext,
  { service, path }: { service: Service; path: string },
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  const method = routedMethodOf(request);
  const matches = service.router.find(service.pathOf?.(path) ?? path);
  const match = matches.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method));
  // An error in the body counts after the failure scripts and the credentials.
  let reading: Promise<unknown> = Promise.resolve({});
  const attempt = {
    endpoint: match?.route.endpoint ?? "unknown",
    privileged: match?.route.access === "control" || credentialsOf(request) === "owner",
    readAccount: async () => {
      reading = service.rawNames ? readRawFields(request) : readFields(request);
      return accountHintOf(context, await reading.catch(() => ({})));
    },
  };
  return guardRequest(context, request, attempt, () => {
    if (match) return runOperation(context, service, match, { request, url, reading });
    throw matches.length > 0
      ? new ApiError(`Method ${request.method} not allowed.`, 405)
      : new ApiError("Not Found", 404);
  });
}

async function serveDocuments(context: ServiceContext, request: Request): Promise<Response | undefined> {
  const operation = await context.documents.operationOf(request);
  if (!operation) return undefined;
  const { endpoint, credentials, appCheck, run } = operation;
  const privileged = credentials.type === "administrator";
  const uid = credentials.type === "token" ? credentials.uid : undefined;
  return guardRequest(context, request, { endpoint, uid, privileged }, async () => {
    if (!privileged && appCheck && !(await passesAppCheck(context, "documents", appCheck)))
      throw permissionDenied();
    return run();
  });
}

/** Services by host and path, as in `/localhost/emulator/action`. The group is the path inside the service. */
export type Places = readonly (readonly [RegExp, Service])[];

function findPlace(places: Places, { url }: Request) {
  const { host, pathname } = new URL(url);
  const whole = `/${host}${pathname}`.replace(/%(3A|40)/gi, decodeURIComponent);
  for (const [pattern, service] of places) {
    const path = pattern.exec(whole)?.[1];
    if (path !== undefined) return { service, path };
  }
  return undefined;
}

/**
 * The one handler behind all three entries. It is one handler instead of one per method: MSW tries its handlers one by
 * one and parses cookies and path again for each. With one handler, an unknown method gets Google's 404. MSW's path
 * patterns throw at an invalid escape such as `%E0%A4%A`; ours do not.
 */
export const createServiceHandler = (context: ServiceContext, places: Places): HttpHandler =>
  http.all(
    ({ request }) => isFirestoreRequest(request) || findPlace(places, request) !== undefined,
    async ({ request }) => {
      const answer = isFirestoreRequest(request) && (await serveDocuments(context, request));
      const place = findPlace(places, request);
      return answer || (place && serveRequest(context, place, request));
    },
  );
