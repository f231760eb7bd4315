import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";

/** Samples of the event loop's delay; each is a timer. */
const RESOLUTION_MS = 20;
const NANO = 1e9;

/**
 * The process's own metrics, under prom-client's names. Its collection also observes each garbage collection and cannot
 * be stopped.
 * @returns stops measuring
 */
export function collectProcessMetrics(registers: Registry[]): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const gauge = (name: string, help: string, read: () => number): void =>
    void new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  gauge("nodejs_eventloop_lag_p99_seconds", "The 99th percentile of the delay since the last scrape", () => {
    const lag = Math.max(0, delay.percentile(99) - RESOLUTION_MS * 1e6) / NANO;
    delay.reset();
    return lag;
  });
  gauge("process_start_time_seconds", "Start time in seconds since the epoch", () =>
    Math.round(performance.timeOrigin / 1000),
  );
  gauge("process_resident_memory_bytes", "Memory in use", () => process.memoryUsage.rss());
  gauge("nodejs_heap_size_used_bytes", "Heap in use", () => process.memoryUsage().heapUsed);
  gauge("process_open_fds", "Open file descriptors; 0 where the system does not list them", () =>
    process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0,
  );
  let counted = 0;
  new Counter({
    ...{ name: "process_cpu_seconds_total", help: "Processor time, of user and system", registers },
    collect() {
      const { user, system } = process.cpuUsage();
      const used = (user + system) / 1e6;
      this.inc(used - counted);
      counted = used;
    },
  });
  return () => delay.disable();
}
