import * as v from "valibot";
import { FailureScript } from "../failures/script.ts";
import { ApiError, invalidArgument } from "../http/api-error.ts";
import { json } from "../http/respond.ts";
import { createRouter, type Route } from "../http/router.ts";
import type { Service } from "../http/serve.ts";
import { parseBody } from "../http/wire.ts";
import { exportAccounts, importAccounts } from "../identity-toolkit/auth-export.ts";
import { IncomingEvents } from "../lifecycle-events.ts";
import { resetWorld, restoreSnapshot, takeSnapshot } from "../snapshot.ts";
import { workbenchRoutes } from "../workbench/routes.ts";
import type { World } from "../world.ts";
import { steerClock } from "./clock.ts";
import { latestMessage, listMessages, postMessage } from "./outbox.ts";
import { totpCodes } from "./second-factors.ts";
import { changeSettings } from "./settings.ts";
import { liveStream } from "./stream.ts";

const text = v.string("must be string");
const Rotation = v.strictObject({ retire: v.optional(v.boolean("must be boolean"), false) });
const ScenarioRequest = v.strictObject({ name: text, email: v.optional(text) });

const open = (method: string, path: string, run: Route<World>["run"]): Route<World> => ({
  method,
  path: `/__local/${path}`,
  endpoint: "control",
  access: "open",
  run,
});
const done = (act: (world: World) => void): Route<World>["run"] => {
  return (world) => {
    act(world);
    return {};
  };
};

function restore(world: World, fields: unknown): object {
  try {
    restoreSnapshot(world, fields);
  } catch (cause) {
    if (cause instanceof v.ValiError) throw invalidArgument(`This is no snapshot: ${cause.message}`);
    throw cause;
  }
  return {};
}

const time = [
  open("GET", "clock", ({ clock }) => clock.reading()),
  open("POST", "clock", (world, { fields }) => steerClock(world, fields)),
];

const keys = [
  open("GET", "jwks", (world) => world.keys.jwks()),
  open("POST", "keys/rotate", async (world, { fields }) => {
    await world.keys.rotate(parseBody(Rotation, fields));
    return world.keys.jwks();
  }),
];

const failures = [
  open("GET", "failures", (world) => ({ failures: world.failures.list() })),
  open("POST", "failures", (world, { fields }) => world.failures.add(parseBody(FailureScript, fields))),
  open(
    "DELETE",
    "failures",
    done((world) => world.failures.clear()),
  ),
  open("DELETE", "failures/{id}", (world, { params }) => {
    if (!world.failures.remove(params["id"] ?? "")) throw new ApiError("Not Found", 404);
    return {};
  }),
];

const outbox = [
  open("GET", "outbox", listMessages),
  open("GET", "outbox/latest", latestMessage),
  open("POST", "outbox", postMessage),
  open(
    "DELETE",
    "outbox",
    done((world) => world.outbox.clear()),
  ),
  open("GET", "totp", async (world, { url }) => {
    const codes = await totpCodes(world, url.searchParams.get("email") ?? "");
    const [first] = codes;
    if (!first) throw new ApiError("This account has no authenticator app.", 404);
    return { ...first, codes };
  }),
];

const memory = [
  open("GET", "scenarios", ({ scenarios }) => ({ scenarios: scenarios.list() })),
  open("POST", "scenarios", ({ scenarios }, { fields }) => {
    const { name, email } = parseBody(ScenarioRequest, fields);
    return scenarios.load(name, email === undefined ? {} : { email });
  }),
  open("GET", "snapshot", takeSnapshot),
  open("POST", "snapshot", (world, { fields }) => restore(world, fields)),
  open("POST", "reset", done(resetWorld)),
  open("GET", "export", (world) => {
    const response = json(exportAccounts(world));
    response.headers.set("content-disposition", 'attachment; filename="accounts.json"');
    return response;
  }),
  open("POST", "import", (world, { fields }) => importAccounts(world, fields)),
  open("GET", "settings", ({ identity }) => identity.settings),
  open("PATCH", "settings", (world, { fields }) => changeSettings(world, fields)),
];

const observation = [
  open("GET", "log", ({ log }, { url }) => ({ requests: log.list(Number(url.searchParams.get("after"))) })),
  open(
    "DELETE",
    "log",
    done(({ log, events }) => {
      log.clear();
      events.clear();
    }),
  ),
  open("GET", "events", ({ events }) => ({ events: events.list() })),
  open("POST", "events", ({ events }, { fields }) => {
    events.add(parseBody(IncomingEvents, fields));
    return new Response(null, { status: 204 });
  }),
  open("GET", "stream", (world, { request }) => liveStream(world, request)),
];

/** The endpoints that steer and show the services themselves. No failure script touches them. */
export const control: Service = {
  router: createRouter([
    ...time,
    ...keys,
    ...failures,
    ...outbox,
    ...memory,
    ...observation,
    ...workbenchRoutes,
  ]),
  pathOf: ({ pathname }) => pathname,
  rawNames: true,
};
