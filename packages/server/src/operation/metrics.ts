import { createServer } from "node:http";
import { valueInTime } from "@tallybin/platform/deadline";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ApiContext } from "../http/context.ts";
import { readMailQueue } from "../mail/mail-sender.ts";
import { answered, droppedLines, ended, type Observation, refused } from "../telemetry/observe.ts";
import { type Listener, listen } from "./listen.ts";
import { release } from "./logger.ts";

type Dependencies = Pick<ApiContext, "database" | "tokens">;

/** A client may send any method; only these are labels. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

const OUTCOMES: Record<string, string> = {
  UnavailableError: "unavailable",
  TokenRefusal: "refused",
  InvalidTokenError: "refused",
  UnknownKeyError: "refused",
  MailRefusedError: "refused",
};

const HELPS: Record<Observation["kind"], string> = {
  request: "Requests by route, until the response's headers",
  database: "Statements, transactions and waits for a connection",
  session: "Exchanges, hand-overs and proofs of sessions, and calls of the token service",
  keys: "Fetches of the token keys",
  mail: "Mails handed to the mail server",
  purge: "Deletions of expired rows",
};

/** A label from the kind of error alone: a message may quote its input. */
function outcomeLabelOf(error: unknown): string {
  if (error === undefined) return "ok";
  const { name, status } = error as { name?: string; status?: unknown };
  if (status === 429) return "limited";
  return (name !== undefined && OUTCOMES[name]) || "failed";
}

function labelsOf(operation: Observation): Record<string, string | number> {
  if (operation.kind !== "request") return { name: operation.name, outcome: outcomeLabelOf(operation.error) };
  const { route, method, status = 500 } = operation;
  return { route, method: METHODS.has(method) ? method : "other", status };
}

/** The limits of the buckets in seconds, from the time of a prepared page to the longest timeout of an API call. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of all operations, filled from the channels of `observe.ts`. @returns stops listening */
function listenToOperations(registers: Registry[]): () => void {
  const durations = Object.fromEntries(
    Object.entries(HELPS).map(([kind, help]) => {
      const labelNames = kind === "request" ? ["route", "method", "status"] : ["name", "outcome"];
      const name = `tallybin_${kind}_seconds`;
      return [kind, new Histogram({ name, help, labelNames, registers, buckets: BUCKETS })];
    }),
  ) as Record<Observation["kind"], Histogram>;
  const limits = new Counter({
    name: "tallybin_limit_refusals_total",
    help: "Requests over a limit",
    registers,
    labelNames: ["scope"],
  });
  const dropped = new Counter({
    name: "tallybin_log_lines_dropped_total",
    help: "Log lines that could not be written",
    registers,
  });
  // Counted here and added at a scrape, because prom-client's labels cost more than a thousandth of a prepared response.
  const prepared = new Map<string, { route: string; status: number; count: number }>();
  new Counter({
    name: "tallybin_prepared_responses_total",
    help: "Pages and files from prepared bytes",
    registers,
    labelNames: ["route", "status"],
    collect() {
      for (const { count, ...labels } of prepared.values()) this.inc(labels, count);
      prepared.clear();
    },
  });

  const stops = [
    ended.subscribe((operation) => {
      const { kind, startedAt = performance.now() } = operation;
      durations[kind].observe(labelsOf(operation), (performance.now() - startedAt) / 1000);
    }),
    answered.subscribe(({ route, status }) => {
      const key = `${status} ${route}`;
      const { count = 0 } = prepared.get(key) ?? {};
      prepared.set(key, { route, status, count: count + 1 });
    }),
    refused.subscribe((scope) => limits.inc({ scope })),
    droppedLines.subscribe(() => dropped.inc()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A database that does not respond must not delay a scrape, which would then look like a process that is down. */
const GAUGE_LIMIT_MS = 1_500;

type Reading = [help: string, read: () => Promise<number | undefined>, instead?: number];

/** A number that cannot be read is absent, because a stale one would hide the outage. Such a flag is 0. */
function registerGauges(registers: Registry[], { database, tokens }: Dependencies): void {
  let mails: ReturnType<typeof readMailQueue> | undefined;
  const readings: Record<string, Reading> = {
    pool_busy: ["Database connections in use", async () => database.pool().busy],
    pool_idle: ["Open database connections without a user", async () => database.pool().idle],
    pool_waiting: ["Operations that wait for a connection", async () => database.pool().waiting],
    database_writable: ["1 if the database accepts writes", () => database.isWritable().then(Number), 0],
    keys_known: ["1 if there are keys that verify tokens", () => tokens.reach().then(() => 1), 0],
    keys_age_seconds: ["Time since the last fetch of the token keys", async () => tokens.keysAgeSeconds()],
    mails_waiting: [
      "Mails that are not sent yet",
      async () => {
        mails = readMailQueue(database);
        return (await mails).waiting;
      },
    ],
    mail_oldest_seconds: [
      "Age of the oldest mail that is not sent yet",
      async () => (await mails)?.oldestSeconds,
    ],
  };
  for (const [name, [help, read, instead]] of Object.entries(readings)) {
    new Gauge({
      name: `tallybin_${name}`,
      help,
      registers,
      async collect() {
        const value = (await valueInTime(read(), GAUGE_LIMIT_MS).catch(() => undefined)) ?? instead;
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
  const [help, labelNames] = ["The release of this process", ["release"]];
  new Gauge({ name: "tallybin_build_info", help, registers, labelNames }).set({ release }, 1);
}

/** Serves `/metrics` for Prometheus on a port of its own, which no visitor reaches. */
export async function startMetrics(host: string, port: number, site: Dependencies): Promise<Listener> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopListening = listenToOperations([registry]);
  registerGauges([registry], site);
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
  const listener = await listen(server, host, port, "METRICS_PORT");
  return {
    async stop(graceMs) {
      stopListening();
      await listener.stop(graceMs);
    },
  };
}
