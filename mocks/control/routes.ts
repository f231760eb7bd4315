import { SSEStreamingApi } from "hono/streaming";
import * as v from "valibot";
import type { ClockReading } from "../core/clock.ts";
import { IncomingEvents } from "../core/logs.ts";
import type { ServiceContext } from "../core/service-context.ts";
import { FailureScript } from "../failures/script.ts";
import { ApiError, invalidArgument } from "../http/api-error.ts";
import { jsonResponse } from "../http/body.ts";
import { createRouteFactory, createRouter } from "../http/router.ts";
import { isRecord, parseBody } from "../http/wire.ts";
import { exportAccounts, importAccounts } from "../identity-toolkit/admin/account-files.ts";
import { RECAPTCHA_SCRIPT } from "../identity-toolkit/proofs/recaptcha.ts";
import { Settings } from "../identity-toolkit/state/settings.ts";
import { issueAppCheckToken } from "../identity-toolkit/tokens/app-check.ts";
import { createAsset, createPageScript } from "../pages/html.ts";
import { styleSheet } from "../pages/style.ts";
import { createScenarios } from "../scenarios/scenarios.ts";
import { issueSession } from "../scenarios/session.ts";
import { resetServices, restoreSnapshot, takeSnapshot } from "../scenarios/snapshot.ts";
import type { Service } from "../serving/serve.ts";
import { runWorkbench } from "../workbench/client.ts";
import { createWorkbenchPage } from "../workbench/page.ts";
import { workbenchScriptTexts } from "../workbench/workbench-texts.ts";
import { createAccount, currentTotpCodes, editAccount, editUserDocument, removeAccount } from "./accounts.ts";
import { addForeignMessage, findLatestMessage, listMessages, showMail } from "./outbox.ts";

const ms = v.number("must be number");

/** One clock change or several. They are applied in the order of the members. */
const ClockCommand = v.strictObject({
  reset: v.optional(v.literal(true, "must be true")),
  set: v.optional(ms),
  advance: v.optional(ms),
  freeze: v.optional(v.literal(true, "must be true")),
  resume: v.optional(v.literal(true, "must be true")),
  skewClients: v.optional(ms),
});

/**
 * Moves the clock as the request says, and returns its state.
 * @throws {ApiError} for an invalid time; the clock is then unchanged
 */
function changeClock({ clock }: ServiceContext, fields: unknown): ClockReading {
  const { reset, set, advance, freeze, resume, skewClients } = parseBody(ClockCommand, fields);
  const before = clock.reading();
  try {
    if (reset) clock.reset();
    if (set !== undefined) clock.set(set);
    if (advance !== undefined) clock.advance(advance);
    if (freeze) clock.freeze();
    if (resume) clock.resume();
    if (skewClients !== undefined) clock.skewClients(skewClients);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    clock.restore(before);
    throw invalidArgument(`The clock cannot be set: ${cause.message}.`);
  }
  return clock.reading();
}

const Fields = v.record(v.string(), v.unknown(), "must be object");

/**
 * Replaces the given values, also inside groups, and keeps the rest.
 * @throws {ApiError} 400 for a setting that does not exist, with the list of names
 */
function mergeSettings(before: unknown, changes: unknown, group = ""): unknown {
  if (!isRecord(before) || !isRecord(changes)) return changes;
  const merged = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(before, name))
      throw invalidArgument(
        `There is no setting "${group}${name}". There are: ${Object.keys(before).join(", ")}.`,
      );
    merged[name] = mergeSettings(before[name], value, `${group}${name}.`);
  }
  return merged;
}

/** Changes settings of the project; an invalid value leaves all unchanged. */
function changeSettings({ identity }: ServiceContext, fields: unknown): Settings {
  // The one setting without a default.
  const passwordPolicy = { maxPasswordLength: undefined, ...identity.settings.passwordPolicy };
  const before = { ...identity.settings, passwordPolicy };
  identity.settings = parseBody(Settings, mergeSettings(before, parseBody(Fields, fields)));
  return identity.settings;
}

const HEARTBEAT_MS = 15_000;

/**
 * Live events for the workbench: `request`, `event`, `clock`, and `changed` for everything else.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
function openEventStream(context: ServiceContext, request: Request): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stream = new SSEStreamingApi(writable, readable);
  const sendEvent = (event: string, data: unknown) =>
    void stream.writeSSE({ event, data: JSON.stringify(data) });
  const heartbeat = setInterval(() => void stream.write(":\n\n"), HEARTBEAT_MS);
  const subscriptions = [
    context.log.subscribe((entry) => sendEvent("request", entry)),
    context.events.subscribe((event) => sendEvent("event", event)),
    context.clock.subscribe(() => sendEvent("clock", context.clock.reading())),
    context.subscribe(() => sendEvent("changed", {})),
  ];
  stream.onAbort(() => {
    clearInterval(heartbeat);
    for (const unsubscribe of subscriptions) unsubscribe();
    // Kept until here: Node forwards the caller's abort only while the request itself is reachable.
    void request;
  });
  sendEvent("clock", context.clock.reading());
  const abort = () => stream.abort();
  if (request.signal.aborted) abort();
  else request.signal.addEventListener("abort", abort, { once: true });
  return new Response(stream.responseReadable, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

const text = v.string("must be string");
const Rotation = v.strictObject({ retire: v.optional(v.boolean("must be boolean"), false) });
const AppCheckRequest = v.strictObject({
  lifetimeMs: v.optional(v.pipe(ms, v.minValue(1, "must be positive"))),
});
const SessionRequest = v.strictObject({ uid: text });
const ScenarioRequest = v.strictObject({ name: text, email: v.optional(text) });

const steer = createRouteFactory("control", "control", "/__local/");
const open = createRouteFactory("control", "open", "/__local/");

function restoreOrRefuse(context: ServiceContext, fields: unknown): void {
  try {
    restoreSnapshot(context, fields);
  } catch (cause) {
    if (cause instanceof v.ValiError) throw invalidArgument(`This is no snapshot: ${cause.message}`);
    throw cause;
  }
}

const workbenchScript = createPageScript(runWorkbench, workbenchScriptTexts);

/** The endpoints that control and show the services. No failure script affects them. */
export const control: Service = {
  router: createRouter([
    steer("GET", "clock", ({ clock }) => clock.reading()),
    steer("POST", "clock", (context, { fields }) => changeClock(context, fields)),
    open("GET", "jwks", (context) => context.keys.jwks()),
    steer("POST", "keys/rotate", async (context, { fields }) => {
      await context.keys.rotate(parseBody(Rotation, fields));
      return context.keys.jwks();
    }),
    open("GET", "recaptcha/enterprise.js", () => createAsset(RECAPTCHA_SCRIPT, "text/javascript")),
    steer("GET", "failures", (context) => ({ failures: context.failures.list() })),
    steer("POST", "failures", (context, { fields }) =>
      context.failures.add(parseBody(FailureScript, fields)),
    ),
    steer("DELETE", "failures", (context) => context.failures.clear()),
    steer("DELETE", "failures/:id", (context, { params }) => {
      if (!context.failures.remove(params["id"] ?? "")) throw new ApiError("Not Found", 404);
    }),
    steer("GET", "outbox", listMessages),
    steer("GET", "outbox/latest", findLatestMessage),
    steer("GET", "outbox/:id", showMail),
    steer("POST", "outbox", addForeignMessage),
    steer("DELETE", "outbox", (context) => context.outbox.clear()),
    steer("GET", "totp", (context, { url }) => {
      const codes = currentTotpCodes(context, url.searchParams.get("email") ?? "");
      const [first] = codes;
      if (!first) throw new ApiError("This account has no authenticator app.", 404);
      return { ...first, validForS: Math.round(first.validForMs / 1000), codes };
    }),
    steer("GET", "scenarios", (context) => ({ scenarios: createScenarios(context).list() })),
    steer("POST", "scenarios", (context, { fields }) => {
      const { name, email } = parseBody(ScenarioRequest, fields);
      return createScenarios(context).load(name, email === undefined ? {} : { email });
    }),
    steer("POST", "sessions", (context, { fields }) =>
      issueSession(context, parseBody(SessionRequest, fields).uid),
    ),
    steer("POST", "app-check", (context, { fields }) =>
      issueAppCheckToken(context, parseBody(AppCheckRequest, fields).lifetimeMs),
    ),
    steer("GET", "snapshot", takeSnapshot),
    steer("POST", "snapshot", (context, { fields }) => restoreOrRefuse(context, fields)),
    steer("POST", "reset", resetServices),
    steer("GET", "export", (context) => {
      const response = jsonResponse(exportAccounts(context));
      response.headers.set("content-disposition", 'attachment; filename="accounts.json"');
      return response;
    }),
    steer("POST", "import", (context, { fields }) => importAccounts(context, fields)),
    steer("GET", "settings", ({ identity }) => identity.settings),
    steer("PATCH", "settings", (context, { fields }) => changeSettings(context, fields)),
    steer("POST", "accounts", createAccount),
    steer("PATCH", "accounts/:uid", editAccount),
    steer("DELETE", "accounts/:uid", removeAccount),
    steer("PATCH", "documents/:uid", editUserDocument),
    steer("GET", "worlds", ({ worlds, world }) => ({ world: world ?? null, worlds: worlds?.list() ?? [] })),
    steer("DELETE", "worlds/:name", ({ worlds }, { params }) => {
      const name = params["name"] ?? "";
      if (!worlds?.drop(name)) throw new ApiError(`There is no world "${name}".`, 404);
    }),
    steer("GET", "log", ({ log }) => ({ requests: log.list() })),
    steer("DELETE", "log", ({ log, events }) => {
      log.clear();
      events.clear();
    }),
    steer("GET", "events", ({ events }) => ({ events: events.list() })),
    steer("POST", "events", ({ events }, { fields }) => {
      for (const event of parseBody(IncomingEvents, fields)) events.add(event);
      return new Response(null, { status: 204 });
    }),
    steer("GET", "stream", (context, { request }) => openEventStream(context, request)),
    // All other pages of the services use this style sheet too.
    steer("GET", "style.css", () => createAsset(styleSheet, "text/css")),
    steer("GET", "workbench.js", () => createAsset(workbenchScript, "text/javascript")),
    steer("GET", "", createWorkbenchPage),
    createRouteFactory("control", "control")("GET", "/__local", createWorkbenchPage),
  ]),
  rawNames: true,
};
