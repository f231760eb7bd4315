import { setTimeout as pause } from "node:timers/promises";
import { expect } from "@playwright/test";
import { isReady } from "./install.ts";
import { audit, writeDuring } from "./ledger.ts";
import type { Stage } from "./stage.ts";

const KILLS = 8;
/** The timer's tries, and the time that systemd gives a process to stop. */
const HANG_MS = 180_000;

/** `kill -9` under load loses no acknowledged row, and the guide's timer restarts a process that hangs. */
export async function killProcesses(stage: Stage, say: (text: string) => void): Promise<void> {
  const ledger = await writeDuring(stage, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(500 + Math.random() * 1_000);
      const port = stage.ports[kill % 2] ?? "";
      stage.units.kill(port);
      await isReady(stage, port);
    }
  });
  expect(await audit(stage, ledger)).toEqual([]);
  say(`${KILLS} kills under load: ${ledger.subscribed.size + ledger.messaged.size} rows, none lost`);

  const [hung] = stage.ports;
  stage.units.kill(hung, "SIGSTOP");
  await isReady(stage, hung, HANG_MS);
  say("a process that hangs is restarted by its health timer");
}
