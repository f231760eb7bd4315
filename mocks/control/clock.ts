import * as v from "valibot";
import type { Clock, ClockReading } from "../core/clock.ts";
import type { ServiceContext } from "../core/service-context.ts";
import { invalidArgument } from "../http/api-error.ts";
import { parseBody } from "../http/wire.ts";

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

type ClockCommand = v.InferOutput<typeof ClockCommand>;

function steer(clock: Clock, command: ClockCommand): void {
  if (command.reset) clock.reset();
  if (command.set !== undefined) clock.set(command.set);
  if (command.advance !== undefined) clock.advance(command.advance);
  if (command.freeze) clock.freeze();
  if (command.resume) clock.resume();
  if (command.skewClients !== undefined) clock.skewClients(command.skewClients);
}

/**
 * Moves the clock as the request says, and returns its state.
 * @throws {ApiError} for an invalid time; the clock is then unchanged
 */
export function steerClock({ clock }: ServiceContext, fields: unknown): ClockReading {
  const command = parseBody(ClockCommand, fields);
  const before = clock.reading();
  try {
    steer(clock, command);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    clock.restore(before);
    throw invalidArgument(`The clock cannot be set: ${cause.message}.`);
  }
  return clock.reading();
}
