import * as v from "valibot";
import type { ClockReading } from "../clock.ts";
import { parseBody } from "../http/wire.ts";
import type { ServiceContext } from "../service-context.ts";

const ms = v.number("must be number");

/** One clock change or several, in this order. */
const ClockCommand = v.strictObject({
  reset: v.optional(v.literal(true, "must be true")),
  set: v.optional(ms),
  advance: v.optional(ms),
  freeze: v.optional(v.literal(true, "must be true")),
  resume: v.optional(v.literal(true, "must be true")),
  skewClients: v.optional(ms),
});

/** Changes the clock as requested, and returns its reading. */
export function steerClock({ clock }: ServiceContext, fields: unknown): ClockReading {
  const command = parseBody(ClockCommand, fields);
  if (command.reset) clock.reset();
  if (command.set !== undefined) clock.set(command.set);
  if (command.advance !== undefined) clock.advance(command.advance);
  if (command.freeze) clock.freeze();
  if (command.resume) clock.resume();
  if (command.skewClients !== undefined) clock.skewClients(command.skewClients);
  return clock.reading();
}
