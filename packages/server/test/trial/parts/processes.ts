import { setTimeout as pause } from "node:timers/promises";
import { countAnswers, createLedger, type Ledger, startWriters } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { isReady, until } from "./guide.ts";

const CALLS = ["subscription", "message"] as const;
const WRITERS = 6;
const KILLS = 8;

/** Writes until `work` is over, and checks the acknowledged rows. */
async function underLoad(
  stage: Stage,
  part: string,
  work: (ledger: Ledger) => Promise<string>,
): Promise<Row> {
  const ledger = createLedger();
  const writers = startWriters(stage.origin, { count: WRITERS, calls: CALLS, ledger });
  const note = await work(ledger);
  await writers.stop();
  const promised = ledger.subscribed.size + ledger.messaged.size;
  const { lost, duplicated } = await stage.audit(ledger);
  const others = [...ledger.answers]
    .filter(([status]) => status !== 200)
    .map(([status, count]) => `${count} × ${status}`);
  return {
    part,
    tried: promised,
    held: promised - lost,
    lost,
    duplicated,
    note: [note, ...others].filter(Boolean).join(", "),
  };
}

/** Two processes behind the proxy: plain load, kills, a rolling restart by the guide's commands. */
export async function* processes(stage: Stage): AsyncGenerator<Row> {
  yield await underLoad(stage, "two processes under load, writes", async () => {
    await pause(5_000);
    return "";
  });

  yield await underLoad(stage, "kill -9 under load, writes acknowledged", async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(500 + Math.random() * 1_000);
      const port = stage.ports[kill % 2] ?? "";
      stage.units.kill(port);
      await until(() => isReady(`http://127.0.0.1:${port}`), 30_000);
    }
    return `${KILLS} kills`;
  });

  const ledger = createLedger();
  const writers = startWriters(stage.origin, { count: WRITERS, calls: CALLS, ledger });
  let [pages, served] = [0, 0];
  const end = new AbortController();
  const read = async (): Promise<void> => {
    while (!end.signal.aborted) {
      pages++;
      const response = await fetch(`${stage.origin}/about`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.status === 200) served++;
    }
  };
  const readers = [read(), read()];
  const restarted = await stage.sh(stage.here(stage.step(8).block(/systemctl restart/)));
  end.abort();
  await Promise.all([...readers, writers.stop()]);
  const answered = countAnswers(ledger, () => true);
  const { lost, duplicated } = await stage.audit(ledger);
  yield {
    part: "rolling restart under load, all requests",
    tried: answered + pages + 1,
    held: countAnswers(ledger, (status) => status === 200) + served + Number(restarted.code === 0),
    lost,
    duplicated,
    note: [...ledger.answers].map(([status, count]) => `${count} × ${status}`).join(", "),
  };
}
