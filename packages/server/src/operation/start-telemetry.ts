import type { ServerConfig } from "../environment/environment.ts";
import type { Gauges } from "./metrics.ts";

/** Runs before the server accepts requests. @returns ends metrics and traces */
export async function startTelemetry(
  { host, metricsPort, traces }: ServerConfig,
  gauges: Gauges,
): Promise<() => Promise<void>> {
  // Loaded on demand: a server without metrics and traces does not read their libraries.
  const metrics =
    metricsPort === undefined
      ? undefined
      : await (await import("./metrics.ts")).startMetrics({ host, port: metricsPort, gauges });
  const stopTraces = traces && (await import("./traces.ts")).startTraces(traces);
  return async () => {
    await Promise.all([metrics?.stop(0), stopTraces?.()]);
  };
}
