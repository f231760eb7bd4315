import pino, { type DestinationStream, type Logger } from "pino";

export type { Logger };

/**
 * An error as a log may show it. Messages of other people's errors quote what they were given: PostgreSQL the row,
 * SMTP the recipient. So only the kind, the code and the place remain, with those of its causes.
 */
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

/** One JSON line per event on standard output; what becomes of it is the platform's business. */
export const createLogger = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    destination,
  );
