/** After this time a stop counts as hung, and the process exits immediately. */
const FORCED_STOP_MS = 15_000;
const PARENT_CHECK_MS = 300;

/** npm does not forward SIGTERM, so a server that npm started stops when its parent is gone. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  if (process.env["npm_lifecycle_event"] === undefined || parent === 1) return;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_CHECK_MS).unref();
}

/**
 * Runs `stop` once on SIGINT or SIGTERM, which npm repeats, and exits with 0.
 * @param delayMs how long `stop` waits deliberately, beyond its work
 */
export function stopOnSignals(stop: () => Promise<void>, delayMs = 0): void {
  let isStopping = false;
  const stopOnce = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), FORCED_STOP_MS + delayMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGINT", stopOnce);
  process.on("SIGTERM", stopOnce);
  onParentGone(stopOnce);
}
