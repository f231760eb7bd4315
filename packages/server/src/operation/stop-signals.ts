/** Past this, something hangs; a process that does not end is worse than one that ends roughly. */
const FORCED_STOP_MS = 15_000;

/**
 * Runs `stop` once on SIGINT or SIGTERM and leaves with 0. A terminal sends Ctrl-C to the whole group and npm
 * passes it on again, so a second signal is the usual case and must not cut the first one's work short.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), FORCED_STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}
