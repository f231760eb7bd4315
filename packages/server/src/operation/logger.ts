import type { SessionEvent } from "@tallybin/identity-server";
import { UnavailableError } from "@tallybin/identity-server/errors/errors";
import pino, { type DestinationStream, type Logger } from "pino";
import { StartError } from "../errors/start-error.ts";
import { droppedLines } from "../telemetry/observe.ts";

export type { Logger };

/** Foreign messages quote their input, such as a row or a recipient. Kind, code and place remain. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    at: frames.slice(0, 6).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The lines that wait for their reader. A longer queue would only fill the memory. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The handle of a terminal or pipe, whose method the package set-blocking uses too. */
type Handle = { setBlocking?(isBlocking: boolean): unknown };

/** Writes lines without waiting. A line that cannot be written is dropped and counted, and the site goes on. */
export function createLogOutput(stream: NodeJS.WriteStream): DestinationStream {
  // Without a listener, an error would end the process.
  if (stream.listenerCount("error") === 0) stream.on("error", () => undefined);
  // Node writes to a terminal with waits, also to one that has been stopped.
  (stream as { _handle?: Handle })._handle?.setBlocking?.(false);
  const countFailure = (error?: Error | null): void => {
    if (error) droppedLines.publish();
  };
  return {
    write(line) {
      if (stream.writableLength > MAX_WAITING_BYTES) droppedLines.publish();
      else stream.write(line, countFailure);
    },
  };
}

/** Writes one JSON line per event to standard output; the platform collects them. */
export const createLogger = (level: string, destination = createLogOutput(process.stdout)): Logger =>
  pino(
    {
      level,
      base: { release },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    destination,
  );

declare const RELEASE: string | undefined;

/** The commit that this bundle was built from; `unknown` in a build without git, `source` outside a bundle. */
export const release: string = typeof RELEASE === "undefined" ? "source" : RELEASE;

export function explainFault(error: unknown): string {
  if (error instanceof UnavailableError) return `${error.message} Try again once it is back.`;
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The stable names of the events that a security review looks for; docs/operations.md lists them. */
type AuditEvent = SessionEvent | `manage.${string}`;

export type Audit = (event: AuditEvent, facts?: Record<string, string | number | boolean>) => void;

/** Audit events as log lines. @param shared facts of each event, such as the request's ID */
export const auditTo =
  (log: Logger, shared: Record<string, string> = {}): Audit =>
  (audit, facts) =>
    log.info({ ...shared, audit, ...facts }, "audit");
