import { createLedger, type Ledger, startWriters } from "../../packages/server/test/support/writers.ts";
import type { Stage } from "./stage.ts";

/** The addresses of an export's rows. */
const addressesIn = (csv: string): string[] =>
  csv.split(/\r?\n/).flatMap((line) => /(?:^|,)(p\d+@example\.com),/.exec(line)?.[1] ?? []);

/** The acknowledged rows of a ledger that the database lacks, and those that it has twice. */
export async function audit(stage: Stage, { subscribed, messaged }: Ledger) {
  const faults: string[] = [];
  for (const [command, promised] of [
    ["export-subscribers", subscribed],
    ["export-messages", messaged],
  ] as const) {
    const rows = addressesIn(await stage.manage(command));
    const stored = new Set(rows);
    for (const email of promised) if (!stored.has(email)) faults.push(`${command} lacks ${email}`);
    if (rows.length > stored.size) faults.push(`${command} has ${rows.length - stored.size} rows twice`);
  }
  return faults;
}

/** Writes through the proxy until `work` is over. @returns what the writers were told */
export async function writeDuring(stage: Stage, work: () => Promise<void>): Promise<Ledger> {
  const ledger = createLedger();
  const writers = startWriters(stage.plainOrigin, { count: 6, calls: ["subscription", "message"], ledger });
  await work().finally(() => writers.stop());
  return ledger;
}
