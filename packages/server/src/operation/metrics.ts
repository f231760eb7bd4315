import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { answered, ended, type Observed, refused } from "../telemetry/observe.ts";
import { type Listener, listen } from "./listen.ts";
import { collectProcessMetrics } from "./process-metrics.ts";
import { release } from "./release.ts";

/** Values that are read at each scrape. */
export type Gauges = {
  pool(): { busy: number; idle: number; waiting: number };
  isDatabaseWritable(): Promise<boolean>;
  /** Whether there are keys that verify tokens. */
  areKeysKnown(): Promise<boolean>;
  /** Undefined before the first fetch. */
  keysAgeSeconds(): number | undefined;
  welcomeMails(): Promise<{ waiting: number; oldestSeconds: number }>;
};

/** From a prepared page to the longest timeout of an API call, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A client may send any method; only these are labels. */
const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

const OUTCOMES: Record<string, string> = {
  UnavailableError: "unavailable",
  TokenRefusal: "refused",
  InvalidTokenError: "refused",
  MailRefusedError: "refused",
};

/** A label from the kind of error alone: a message may quote its input. */
function outcomeOf({ error }: Observed): string {
  if (error === undefined) return "ok";
  const { name, status } = error as { name?: string; status?: unknown };
  if (status === 429) return "limited";
  return (name !== undefined && OUTCOMES[name]) || "failed";
}

const seconds = (startedAt: number): number => (performance.now() - startedAt) / 1000;

/** Histograms of all operations, filled from the channels of `observe.ts`. @returns stops listening */
function listenToOperations(registers: Registry[]): () => void {
  const requests = new Histogram({
    ...{
      name: "tallybin_request_seconds",
      help: "Requests by route, until the response's headers",
      registers,
    },
    ...{ labelNames: ["route", "method", "status"], buckets: BUCKETS },
  });
  const helps: Record<Exclude<Observed["kind"], "request">, string> = {
    database: "Statements, transactions and waits for a connection",
    session: "Exchanges and hand-overs of sessions, and calls of the token service",
    keys: "Fetches of the token keys",
    mail: "Mails handed to the mail server",
    purge: "Deletions of expired rows",
  };
  const histograms = Object.entries(helps).map(([kind, help]) => [
    kind,
    new Histogram({
      ...{
        name: `tallybin_${kind}_seconds`,
        help,
        registers,
        labelNames: ["name", "outcome"],
        buckets: BUCKETS,
      },
    }),
  ]);
  const others: Record<string, Histogram> = Object.fromEntries(histograms);
  const limits = new Counter({
    ...{
      name: "tallybin_limit_refusals_total",
      help: "Requests over a limit",
      registers,
      labelNames: ["scope"],
    },
  });

  // Counted here and added at a scrape, because prom-client's labels cost more than a thousandth of a prepared response.
  const prepared = new Map<string, number>();
  new Counter({
    ...{ name: "tallybin_prepared_responses_total", help: "Pages and files from prepared bytes", registers },
    labelNames: ["route"],
    collect() {
      for (const [route, count] of prepared) this.inc({ route }, count);
      prepared.clear();
    },
  });

  // A label's child is looked up once; prom-client would hash the labels at each observation.
  const children = new Map<string, { observe(value: number): void }>();
  const child = (histogram: Histogram | undefined, ...values: string[]) => {
    const key = values.join(" ");
    const known = children.get(key);
    if (known || !histogram) return known;
    const made = histogram.labels(...(histogram === requests ? values : values.slice(1)));
    children.set(key, made);
    return made;
  };
  const methodOf = (method: string): string => (METHODS.has(method) ? method : "other");

  const onEnd = (message: unknown): void => {
    const operation = message as Observed;
    const { startedAt = performance.now() } = operation;
    if (operation.kind === "request") {
      const status = String(operation.status ?? 500);
      child(requests, operation.route, methodOf(operation.method), status)?.observe(seconds(startedAt));
    } else {
      const { kind, name } = operation;
      child(others[kind], kind, name, outcomeOf(operation))?.observe(seconds(startedAt));
    }
  };
  const onAnswered = (route: unknown): void =>
    void prepared.set(String(route), (prepared.get(String(route)) ?? 0) + 1);
  const onRefused = (scope: unknown): void => limits.inc({ scope: String(scope) });
  ended.subscribe(onEnd);
  answered.subscribe(onAnswered);
  refused.subscribe(onRefused);
  return () => {
    ended.unsubscribe(onEnd);
    answered.unsubscribe(onAnswered);
    refused.unsubscribe(onRefused);
  };
}

/** A database that does not respond must not delay a scrape, which would then look like a process that is down. */
const GAUGE_LIMIT_MS = 1_500;

async function inTime<T>(read: () => Promise<T>): Promise<T | undefined> {
  const limit = new AbortController();
  const late = setTimeout(GAUGE_LIMIT_MS, undefined, { signal: limit.signal, ref: false }).catch(
    () => undefined,
  );
  const value = await Promise.race([read().catch(() => undefined), late]);
  limit.abort();
  return value;
}

/**
 * Gauges that are read at a scrape. A number that cannot be read is absent, because a stale one would hide the outage;
 * a flag is 0.
 */
function registerGauges(registers: Registry[], gauges: Gauges): void {
  const gauge = (
    name: string,
    help: string,
    read: () => Promise<number | undefined>,
    instead?: number,
  ): void =>
    void new Gauge({
      ...{ name: `tallybin_${name}`, help, registers },
      async collect() {
        const value = (await inTime(read)) ?? instead;
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  const flag = (name: string, help: string, read: () => Promise<boolean>): void =>
    gauge(name, help, async () => Number(await read()), 0);
  new Gauge({
    ...{
      name: "tallybin_build_info",
      help: "The release of this process",
      registers,
      labelNames: ["release"],
    },
  }).set({ release }, 1);
  gauge("pool_busy", "Database connections in use", async () => gauges.pool().busy);
  gauge("pool_idle", "Open database connections without a user", async () => gauges.pool().idle);
  gauge("pool_waiting", "Operations that wait for a connection", async () => gauges.pool().waiting);
  flag("database_writable", "1 if the database accepts writes", gauges.isDatabaseWritable);
  flag("keys_known", "1 if there are keys that verify tokens", gauges.areKeysKnown);
  gauge("keys_age_seconds", "Time since the last fetch of the token keys", async () =>
    gauges.keysAgeSeconds(),
  );
  let mails: ReturnType<Gauges["welcomeMails"]> | undefined;
  gauge("welcome_mails_waiting", "Welcome mails that are not sent yet", async () => {
    mails = gauges.welcomeMails();
    return (await mails).waiting;
  });
  gauge(
    "welcome_mail_oldest_seconds",
    "Age of the oldest welcome mail that is not sent yet",
    async () => (await mails)?.oldestSeconds,
  );
}

/** Serves `/metrics` for Prometheus on a port of its own, which no visitor reaches. */
export async function startMetrics(options: {
  host: string;
  port: number;
  gauges: Gauges;
}): Promise<Listener> {
  const registry = new Registry();
  const stopProcessMetrics = collectProcessMetrics([registry]);
  const stopListening = listenToOperations([registry]);
  registerGauges([registry], options.gauges);
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const listener = await listen(server, options.host, options.port, "METRICS_PORT");
  return {
    async stop(graceMs) {
      stopListening();
      stopProcessMetrics();
      await listener.stop(graceMs);
    },
  };
}
