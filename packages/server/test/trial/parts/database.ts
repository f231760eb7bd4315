import { setTimeout as pause } from "node:timers/promises";
import { createLedger, startWriters, writeOnce } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { isReady, until } from "./guide.ts";

const REQUESTS = 30;
/** Longer than every timeout of the server. */
const ANSWER_LIMIT_MS = 15_000;
const RECOVERY_MS = 30_000;
const CRASHES = 3;
/** How often a process loses its database below: the guide's two processes each time, and a third process once. */
export const LOST_CONNECTIONS = 2 * (2 + CRASHES) + 1;

/** A PostgreSQL that goes silent, and one that is killed, under both processes. */
export async function* database(stage: Stage): AsyncGenerator<Row> {
  const [first] = stage.ports;
  const direct = `http://127.0.0.1:${first}`;
  const ledger = createLedger();
  await writeOnce(stage.origin, "subscription", ledger);
  stage.database.silence();
  const timed = await Promise.all(
    Array.from({ length: REQUESTS }, async () => {
      const began = performance.now();
      const status = await writeOnce(direct, "subscription", ledger);
      return status === 503 && performance.now() - began < ANSWER_LIMIT_MS;
    }),
  );
  const isHealthy = (await fetch(`${direct}/healthz`)).status === 200;
  const page = await fetch(`${stage.origin}/about`);
  const isServing = page.status === 200 && !(await isReady(direct));
  stage.database.resume();
  const recovered = await until(
    async () => (await writeOnce(direct, "subscription", ledger)) === 200,
    RECOVERY_MS,
  );
  const checks = [
    ...timed,
    isHealthy,
    isServing,
    recovered,
    await until(() => isReady(stage.origin), RECOVERY_MS),
  ];
  yield {
    part: "silent database: pages, 503 in time, back by itself",
    tried: checks.length,
    held: checks.filter(Boolean).length,
    ...(await stage.audit(ledger)),
  };

  const alone = await stage.alone({});
  stage.database.silence();
  const during = Array.from({ length: REQUESTS }, () =>
    writeOnce(alone.origin, "subscription", createLedger()),
  );
  await pause(500);
  const code = await alone.stop();
  await Promise.all(during);
  stage.database.resume();
  const isBack = await until(() => isReady(stage.origin), RECOVERY_MS);
  yield {
    part: "SIGTERM while the database is silent: ends with 0",
    tried: 2,
    held: Number(code === 0) + Number(isBack),
  };

  const outage = createLedger();
  const writers = startWriters(stage.origin, {
    count: 4,
    calls: ["subscription", "message"],
    ledger: outage,
  });
  for (let crash = 0; crash < CRASHES; crash++) {
    await pause(1_500);
    await stage.postgres.stop();
    await pause(700);
    await stage.postgres.start();
    await until(() => isReady(stage.origin), RECOVERY_MS);
  }
  await writers.stop();
  const promised = outage.subscribed.size + outage.messaged.size;
  const { lost, duplicated } = await stage.audit(outage);
  yield {
    part: "database killed under load, writes acknowledged",
    tried: promised,
    held: promised - lost,
    lost,
    duplicated,
    note: `${CRASHES} crashes, ${[...outage.answers].map(([status, count]) => `${count} × ${status}`).join(", ")}`,
  };
}
