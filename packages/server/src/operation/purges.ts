import { type Operation, observe } from "../telemetry/observe.ts";
import type { Logger } from "./logger.ts";

type PurgeName = Extract<Operation, { kind: "purge" }>["name"];

/** The interval of each purge. That of sessions is short, because it also deletes ID tokens that are no longer shared. */
const EVERY_MS: Record<PurgeName, number> = {
  limits: 600_000,
  "account-history": 600_000,
  sessions: 10_000,
};

/** Deletes expired rows in the background. @returns stops */
export function startPurges(
  purges: Record<PurgeName, (() => Promise<void>) | undefined>,
  log: Logger,
): () => void {
  const timers = Object.entries(purges).map(([name, purge]) =>
    setInterval(
      () => {
        if (!purge) return;
        observe({ kind: "purge", name: name as PurgeName }, purge).catch((error: unknown) =>
          log.warn({ error, name }, "expired rows were not deleted"),
        );
      },
      EVERY_MS[name as PurgeName],
    ).unref(),
  );
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
