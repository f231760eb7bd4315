import * as v from "valibot";
import { FailureScript } from "../failures/script.ts";
import { ApiError } from "../http/api-error.ts";
import { createRouter, type Route } from "../http/router.ts";
import type { Service } from "../http/serve.ts";
import { parseBody } from "../http/wire.ts";
import type { World } from "../world.ts";

const ms = v.number("must be number");

/** One step of the clock, or several at once, done in this order. */
const ClockCommand = v.strictObject({
  reset: v.optional(v.literal(true)),
  set: v.optional(ms),
  advance: v.optional(ms),
  freeze: v.optional(v.literal(true)),
  resume: v.optional(v.literal(true)),
  skewClients: v.optional(ms),
});

function steer({ clock }: World, fields: unknown): object {
  const command = parseBody(ClockCommand, fields);
  if (command.reset) clock.reset();
  if (command.set !== undefined) clock.set(command.set);
  if (command.advance !== undefined) clock.advance(command.advance);
  if (command.freeze) clock.freeze();
  if (command.resume) clock.resume();
  if (command.skewClients !== undefined) clock.skewClients(command.skewClients);
  return clock.reading();
}

const open = (method: string, path: string, run: Route<World>["run"]): Route<World> => ({
  method,
  path,
  endpoint: "control",
  access: "open",
  run,
});

const routes: Route<World>[] = [
  open("GET", "/__local/clock", ({ clock }) => clock.reading()),
  open("POST", "/__local/clock", (world, { fields }) => steer(world, fields)),
  open("GET", "/__local/jwks", ({ keys }) => keys.jwks()),
  open("POST", "/__local/keys/rotate", async ({ keys }, { fields }) => {
    const { retire } = parseBody(
      v.strictObject({ retire: v.optional(v.boolean("must be boolean")) }),
      fields,
    );
    await keys.rotate(retire === undefined ? {} : { retire });
    return keys.jwks();
  }),
  open("GET", "/__local/failures", ({ failures }) => ({ failures: failures.list() })),
  open("POST", "/__local/failures", ({ failures }, { fields }) =>
    failures.add(parseBody(FailureScript, fields)),
  ),
  open("DELETE", "/__local/failures", ({ failures }) => {
    failures.clear();
    return {};
  }),
  open("DELETE", "/__local/failures/{id}", ({ failures }, { params }) => {
    if (!failures.remove(params["id"] ?? "")) throw new ApiError("Not Found", 404);
    return {};
  }),
];

export const control: Service = { router: createRouter(routes), pathOf: ({ pathname }) => pathname };
