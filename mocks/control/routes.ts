import * as v from "valibot";
import { IncomingEvents } from "../core/lifecycle-events.ts";
import type { ServiceContext } from "../core/service-context.ts";
import { FailureScript } from "../failures/script.ts";
import { ApiError, invalidArgument } from "../http/api-error.ts";
import { json } from "../http/respond.ts";
import { createRouter, type Route } from "../http/router.ts";
import { parseBody } from "../http/wire.ts";
import { exportAccounts, importAccounts } from "../identity-toolkit/admin/auth-export.ts";
import { postSession } from "../scenarios/session.ts";
import type { Service } from "../serving/serve.ts";
import { workbenchRoutes } from "../workbench/routes.ts";
import { createAccount, editAccount, removeAccount } from "./accounts.ts";
import { steerClock } from "./clock.ts";
import { latestMessage, listMessages, postMessage, showMail } from "./outbox.ts";
import { overview } from "./overview.ts";
import { totpCodes } from "./second-factors.ts";
import { changeSettings } from "./settings.ts";
import { resetServices, restoreSnapshot, takeSnapshot } from "./snapshot.ts";
import { liveStream } from "./stream.ts";

const text = v.string("must be string");
const Rotation = v.strictObject({ retire: v.optional(v.boolean("must be boolean"), false) });
const ScenarioRequest = v.strictObject({ name: text, email: v.optional(text) });

const steer = (method: string, path: string, run: Route<ServiceContext>["run"]): Route<ServiceContext> => ({
  method,
  path: `/__local/${path}`,
  endpoint: "control",
  access: "control",
  run,
});
const done = (act: (context: ServiceContext) => void): Route<ServiceContext>["run"] => {
  return (context) => {
    act(context);
    return {};
  };
};

function restore(context: ServiceContext, fields: unknown): object {
  try {
    restoreSnapshot(context, fields);
  } catch (cause) {
    if (cause instanceof v.ValiError) throw invalidArgument(`This is no snapshot: ${cause.message}`);
    throw cause;
  }
  return {};
}

const time = [
  steer("GET", "clock", ({ clock }) => clock.reading()),
  steer("POST", "clock", (context, { fields }) => steerClock(context, fields)),
];

const keys = [
  {
    method: "GET",
    path: "/__local/jwks",
    endpoint: "control",
    access: "open",
    run: (context) => context.keys.jwks(),
  } satisfies Route<ServiceContext>,
  steer("POST", "keys/rotate", async (context, { fields }) => {
    await context.keys.rotate(parseBody(Rotation, fields));
    return context.keys.jwks();
  }),
];

const failures = [
  steer("GET", "failures", (context) => ({ failures: context.failures.list() })),
  steer("POST", "failures", (context, { fields }) => context.failures.add(parseBody(FailureScript, fields))),
  steer(
    "DELETE",
    "failures",
    done((context) => context.failures.clear()),
  ),
  steer("DELETE", "failures/{id}", (context, { params }) => {
    if (!context.failures.remove(params["id"] ?? "")) throw new ApiError("Not Found", 404);
    return {};
  }),
];

const outbox = [
  steer("GET", "outbox", listMessages),
  steer("GET", "outbox/latest", latestMessage),
  steer("GET", "outbox/{id}", showMail),
  steer("POST", "outbox", postMessage),
  steer(
    "DELETE",
    "outbox",
    done((context) => context.outbox.clear()),
  ),
  steer("GET", "totp", async (context, { url }) => {
    const codes = await totpCodes(context, url.searchParams.get("email") ?? "");
    const [first] = codes;
    if (!first) throw new ApiError("This account has no authenticator app.", 404);
    return { ...first, codes };
  }),
];

const memory = [
  steer("GET", "scenarios", ({ scenarios }) => ({ scenarios: scenarios.list() })),
  steer("POST", "scenarios", ({ scenarios }, { fields }) => {
    const { name, email } = parseBody(ScenarioRequest, fields);
    return scenarios.load(name, email === undefined ? {} : { email });
  }),
  steer("POST", "sessions", postSession),
  steer("GET", "snapshot", takeSnapshot),
  steer("POST", "snapshot", (context, { fields }) => restore(context, fields)),
  steer("POST", "reset", done(resetServices)),
  steer("GET", "export", (context) => {
    const response = json(exportAccounts(context));
    response.headers.set("content-disposition", 'attachment; filename="accounts.json"');
    return response;
  }),
  steer("POST", "import", (context, { fields }) => importAccounts(context, fields)),
  steer("GET", "settings", ({ identity }) => identity.settings),
  steer("PATCH", "settings", (context, { fields }) => changeSettings(context, fields)),
];

const accounts = [
  steer("GET", "overview", overview),
  steer("POST", "accounts", createAccount),
  steer("PATCH", "accounts/{uid}", editAccount),
  steer("DELETE", "accounts/{uid}", removeAccount),
];

const worlds = [
  steer("GET", "worlds", ({ worlds, world }) => ({ world: world ?? null, worlds: worlds?.list() ?? [] })),
  steer("DELETE", "worlds/{name}", ({ worlds }, { params }) => {
    const name = params["name"] ?? "";
    if (!worlds?.drop(name)) throw new ApiError(`There is no world "${name}".`, 404);
    return {};
  }),
];

const observation = [
  steer("GET", "log", ({ log }, { url }) => ({
    requests: log.list(Number(url.searchParams.get("after")) || 0),
  })),
  steer(
    "DELETE",
    "log",
    done(({ log, events }) => {
      log.clear();
      events.clear();
    }),
  ),
  steer("GET", "events", ({ events }) => ({ events: events.list() })),
  steer("POST", "events", ({ events }, { fields }) => {
    events.add(parseBody(IncomingEvents, fields));
    return new Response(null, { status: 204 });
  }),
  steer("GET", "stream", (context, { request }) => liveStream(context, request)),
];

/** The endpoints that control and show the services. No failure script affects them. */
export const control: Service = {
  router: createRouter([
    ...time,
    ...keys,
    ...failures,
    ...outbox,
    ...memory,
    ...accounts,
    ...worlds,
    ...observation,
    ...workbenchRoutes,
  ]),
  pathOf: ({ pathname }) => pathname,
  rawNames: true,
};
