import { setTimeout as pause } from "node:timers/promises";
import { countAnswers, createLedger, type Ledger, startWriters } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { isReady, until } from "./guide.ts";
import { countResent, welcomed } from "./welcomes.ts";

const CALLS = ["subscription", "message"] as const;
const WRITERS = 6;
export const KILLS = 8;
const ACCEPT_MS = 20;
/** The timer's tries, and the time that systemd gives a process to stop. */
const HANG_MS = 180_000;

/** Writes until `work` is over, and checks the acknowledged rows. */
async function underLoad(
  stage: Stage,
  part: string,
  ledger: Ledger,
  work: () => Promise<string>,
): Promise<Row> {
  const writers = startWriters(stage.origin, { count: WRITERS, calls: CALLS, ledger });
  const note = await work();
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
  yield await underLoad(stage, "two processes under load, writes", createLedger(), async () => {
    await pause(5_000);
    return "";
  });

  const killed = createLedger();
  const resentBefore = countResent(stage.smtp.received);
  // The delay makes most kills happen after the mail server has accepted a mail and before the server has recorded
  // that.
  stage.smtp.linger(ACCEPT_MS);
  yield await underLoad(stage, "kill -9 under load, writes acknowledged", killed, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(500 + Math.random() * 1_000);
      const port = stage.ports[kill % 2] ?? "";
      stage.units.kill(port);
      await until(() => isReady(`http://127.0.0.1:${port}`), 30_000);
    }
    return `${KILLS} kills`;
  });
  stage.smtp.linger(0);
  yield await welcomed(stage, "kill -9 under load, a welcome mail for each subscriber", {
    addresses: killed.subscribed,
    resentBefore,
    allowed: KILLS,
  });

  const [hung = ""] = stage.ports;
  stage.units.kill(hung, "SIGSTOP");
  const isRestarted = await until(() => isReady(`http://127.0.0.1:${hung}`), HANG_MS);
  yield {
    part: "a process that hangs is restarted by its health timer",
    tried: 1,
    held: Number(isRestarted),
  };

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
