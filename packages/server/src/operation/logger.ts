import pino, { type DestinationStream, type Logger } from "pino";
import { droppedLines } from "../telemetry/observe.ts";
import { release } from "./release.ts";

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

/**
 * Writes lines without a wait for the disk, the terminal or the program that reads them. A line that cannot be written
 * is dropped and counted, because a site must not fail with its log.
 */
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
export const createLogger = (
  level: string,
  destination: DestinationStream = createLogOutput(process.stdout),
): Logger =>
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
