import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPrometheus, testRules } from "../../alerts/prometheus.ts";
import { insertSessions } from "../../bench/session-rows.ts";
import { leasePorts } from "../../support/lease-ports.mjs";
import { SECRET } from "../../support/sessions.ts";
import { createLedger, startWriters, writeOnce } from "../../support/writers.ts";
import { startKeyServer } from "../key-server.ts";
import type { Alone, Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { until } from "./guide.ts";

/** The rules' durations are divided by this. */
const FACTOR = 15;
const FIRES_MS = 120_000;
/** The longest duration of a rule that another failure could trigger, divided. */
const OTHERS_MS = 20_000;
const HEALTHY_SCRAPES = 3;
const SCRAPE_MS = 2_000;

type Failure = {
  env?: Record<string, string>;
  /** Causes it. @returns ends it */
  cause(server: Alone, stage: Stage): Promise<() => unknown>;
};

/** Repeats a call until the returned function is called. */
function repeat(call: () => Promise<unknown>, everyMs: number): () => void {
  const timer = setInterval(() => void call().catch(() => undefined), everyMs);
  return () => clearInterval(timer);
}

/** Holds a lock in a transaction of its own. @returns releases it */
async function lock(stage: Stage, table: string): Promise<() => Promise<void>> {
  const holder = await stage.transaction();
  await holder.query(`lock table ${table}`);
  return () => holder.end();
}

/** @param delayMs how long each of its answers takes */
async function startTokenService(
  status: number,
  body: string,
  delayMs = 0,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (_, response) => {
    await pause(delayMs);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  const port = await leasePorts();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Asks for ID tokens, each time with the next of many sessions. */
async function exchange({ origin }: Alone, stage: Stage): Promise<() => void> {
  await stage.rows("delete from sessions");
  const sessions = await insertSessions(stage.database.url);
  let next = 0;
  return repeat(async () => {
    const { id = "", secret = "" } = sessions[next++ % sessions.length] ?? {};
    await fetch(`${origin}/api/session/token`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", origin: "https://www.example.com" },
        ...{ "x-session": id, cookie: `__Host-session=${secret}` },
      },
      body: "{}",
    });
  }, 100);
}

async function failures(stage: Stage): Promise<Record<string, Failure>> {
  const keys = await startKeyServer();
  stage.atEnd(() => keys.close());
  const tokenService = await startTokenService(500, "{}");
  stage.atEnd(() => tokenService.close());
  const slowService = await startTokenService(400, '{"error":{"message":"USER_DISABLED"}}', 1_500);
  stage.atEnd(() => slowService.close());
  const subscribe = (origin: string) => writeOnce(origin, "subscription", createLedger());
  return {
    TallybinProcessDown: {
      cause: async ({ program }) => {
        program.child.kill("SIGSTOP");
        return () => program.child.kill("SIGCONT");
      },
    },
    TallybinRestarting: {
      async cause(server) {
        let isOver = false;
        const restarting = (async () => {
          while (!isOver) {
            await server.restart();
            await server.program.says(/"msg":"ready"/);
            // Prometheus must see each process.
            await pause(1.5 * SCRAPE_MS);
          }
        })();
        return async () => {
          isOver = true;
          await restarting;
        };
      },
    },
    TallybinFailing: {
      async cause({ origin }, stageNow) {
        await stageNow.rows("alter table contact_messages rename to contact_messages_away");
        const stop = repeat(() => writeOnce(origin, "message", createLedger()), 100);
        return async () => {
          stop();
          await stageNow.rows("alter table contact_messages_away rename to contact_messages");
        };
      },
    },
    TallybinBusy: {
      async cause({ program }) {
        const stop = repeat(async () => {
          program.child.kill("SIGSTOP");
          await pause(260);
          program.child.kill("SIGCONT");
        }, 450);
        return async () => {
          stop();
          await pause(400);
        };
      },
    },
    TallybinDatabaseUnwritable: {
      async cause({ origin }, { database }) {
        database.silence();
        const stop = repeat(() => subscribe(origin), 200);
        return () => {
          stop();
          database.resume();
        };
      },
    },
    TallybinFormsFailing: {
      async cause({ origin }, stageNow) {
        const unlock = await lock(stageNow, "subscribers");
        const stop = repeat(() => subscribe(origin), 500);
        return async () => {
          stop();
          await unlock();
        };
      },
    },
    TallybinPoolExhausted: {
      env: { DATABASE_POOL_SIZE: "1" },
      async cause({ origin }, stageNow) {
        await stageNow.rows(`create function wait_a_moment() returns trigger language plpgsql
          as 'begin perform pg_sleep(0.04); return new; end'`);
        await stageNow.rows(
          "create trigger slow before insert on subscribers for each row execute function wait_a_moment()",
        );
        const writers = startWriters(origin, { count: 5, calls: ["subscription"], ledger: createLedger() });
        return async () => {
          await writers.stop();
          await stageNow.rows("drop function wait_a_moment() cascade");
        };
      },
    },
    TallybinKeysUnknown: {
      env: { TOKEN_KEYS_URL: keys.url },
      async cause(server) {
        keys.silence(true);
        // A process with keys keeps using them, so only a start shows that they cannot be fetched.
        await server.restart();
        return () => keys.silence(false);
      },
    },
    TallybinTokenServiceFailing: {
      env: { SESSIONS: "server", SESSION_SECRET: SECRET, SECURE_TOKEN_URL: tokenService.url },
      cause: exchange,
    },
    TallybinExchangesSlow: {
      env: { SESSIONS: "server", SESSION_SECRET: SECRET, SECURE_TOKEN_URL: slowService.url },
      cause: exchange,
    },
    TallybinMailStuck: {
      async cause({ origin }, stageNow) {
        await stageNow.smtp.close();
        await subscribe(origin);
        await stageNow.rows(
          "update subscribers set subscribed_at = now() - interval '1 hour' where welcome_due_at is not null",
        );
        return async () => {
          await stageNow.smtp.open();
          await stageNow.rows("update subscribers set welcome_due_at = null");
        };
      },
    },
    TallybinMailRefused: {
      async cause({ origin }, stageNow) {
        stageNow.smtp.refuse({ command: "RCPT TO", answer: "554 refused" });
        const stop = repeat(() => subscribe(origin), 500);
        return async () => {
          stop();
          stageNow.smtp.refuse(undefined);
          await stageNow.rows("update subscribers set welcome_due_at = null");
        };
      },
    },
    TallybinRefusing: {
      env: { LIMIT_PER_CLIENT: "1/3600" },
      async cause({ origin }, stageNow) {
        const stop = repeat(() => subscribe(origin), 100);
        return async () => {
          stop();
          // This client's limit is full for an hour, also for the parts after this one.
          await stageNow.rows("delete from rate_limits");
        };
      },
    },
    TallybinPurgeFailing: {
      env: { SESSIONS: "server", SESSION_SECRET: SECRET },
      cause: async (_, stageNow) => lock(stageNow, "sessions"),
    },
  };
}

/** Each failure in operation fires its alert of docs/operations.md, and no other. */
export async function* alerts(stage: Stage): AsyncGenerator<Row> {
  testRules(join(stage.work, "rules"));
  const metricsPort = String(await leasePorts());
  const faults: string[] = [];
  const all = Object.entries(await failures(stage));
  for (const [alert, { env = {}, cause }] of all) {
    const server = await stage.alone({ METRICS_PORT: metricsPort, ...env });
    const prometheus = await startPrometheus(join(stage.work, alert), `127.0.0.1:${metricsPort}`, FACTOR);
    await until(async () => (await prometheus.scrapes()) >= HEALTHY_SCRAPES, FIRES_MS);
    const before = await prometheus.firing();
    const end = await cause(server, stage);
    const fires = await until(async () => (await prometheus.firing()).includes(alert), FIRES_MS);
    const seen = new Set<string>();
    const others = performance.now() + OTHERS_MS;
    while (performance.now() < others) {
      for (const name of await prometheus.firing()) if (name !== alert) seen.add(name);
      await pause(500);
    }
    await end();
    await prometheus.stop();
    await server.stop();
    if (before.length > 0 || !fires || seen.size > 0)
      faults.push(`${alert}: ${fires ? "fires" : "silent"}, before ${before}, others ${[...seen]}`);
  }
  yield {
    part: "each failure fires its alert, and no other",
    tried: all.length,
    held: all.length - faults.length,
    note: faults.join("; "),
  };
}
