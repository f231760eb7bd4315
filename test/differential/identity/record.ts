import { writeFileSync } from "node:fs";
import { readDifferences } from "../read-differences.ts";
import { differencesOf, inGooglesOrder } from "./compare.ts";
import { declared } from "./declared.ts";
import { frozenClock } from "./frozen-clock.ts";
import { Actor, type Exchange, type ExchangeRecord, RECORDS, readRecords } from "./records.ts";
import { type Answer, createGoogle, createOurs } from "./sides.ts";
import { Values } from "./values.ts";

/**
 * Sends the recorded requests to Google's emulator and to the local services, and prints each record whose responses
 * have changed. `--record` writes them. A step of a new record needs only its request.
 */
const isRecording = process.argv.includes("--record");
const README = new URL("../../../docs/generated/emulator-differences.md", import.meta.url);
const rows = new Set(readDifferences(README).map(({ what }) => what));

const google = await createGoogle();
const actors = { google: new Actor(google, "google"), ours: new Actor(createOurs(), "ours") };
frozenClock.install();
const newValues = () => new Values({ google: "", ours: "" });

const complaints: string[] = [];
const lines: string[] = [];

/** Whether a response differs from the recorded one in generated values only. */
function isSame(recorded: Answer | undefined, now: Answer | undefined, pairs: Values): boolean {
  if (!recorded || !now) return recorded === now;
  if (differencesOf(recorded, now, pairs).length > 0) return false;
  pairs.learn(recorded.body, inGooglesOrder(recorded.body, now.body, pairs));
  return true;
}

async function repeat(name: string, step: Exchange, values: Values): Promise<Exchange> {
  const { google: _, ours: __, why: given, ...request } = step;
  const command = actors.google.callOf(step, values);
  const [theirs, own] = await Promise.all([actors.google.send(step, values), actors.ours.send(step, values)]);
  const differences = differencesOf(theirs, own, values);
  values.learn(theirs.body, inGooglesOrder(theirs.body, own.body, values));
  if (differences.length === 0) return { ...request, google: theirs };
  const difference = { command, fields: command.body, google: theirs, ours: own, lines: differences };
  const reason = declared.find(({ covers }) => covers(difference))?.what;
  const why = [given, reason, `\`${name}\``].find((what) => what !== undefined && rows.has(what));
  if (why === undefined) complaints.push(`UNDECLARED  ${name}\n  ${differences.join("\n  ")}`);
  return { ...request, google: theirs, ours: own, why: why ?? "undeclared" };
}

/** Repeats records that build on each other. They are written only if one has changed, because most values are random. */
async function repeatGroup(group: readonly ExchangeRecord[]): Promise<void> {
  actors.google.reset();
  actors.ours.reset();
  frozenClock.reset();
  const values = newValues();
  const recorded = { google: newValues(), ours: newValues() };
  const changed: string[] = [];
  const repeated: ExchangeRecord[] = [];
  for (const { steps, ...record } of group) {
    const now: ExchangeRecord["steps"] = [];
    for (const step of steps) {
      if ("advance" in step) {
        frozenClock.advance(step.advance);
        now.push(step);
        continue;
      }
      const done = await repeat(record.name, step, values);
      now.push(done);
      const sides = [
        isSame(step.google, done.google, recorded.google),
        isSame(step.ours, done.ours, recorded.ours),
        step.why === done.why,
      ];
      if (sides.includes(false)) changed.push(record.name);
    }
    repeated.push({ ...record, steps: now });
  }
  const kept = changed.length > 0 ? repeated : group;
  lines.push(...kept.map((record) => JSON.stringify(record)));
  if (!isRecording) complaints.push(...new Set(changed.map((name) => `CHANGED  ${name}`)));
}

const records = readRecords();
const starts = records.flatMap(({ continues }, index) => (continues ? [] : [index]));
for (const [index, start] of starts.entries()) await repeatGroup(records.slice(start, starts[index + 1]));

if (isRecording) writeFileSync(RECORDS, `${lines.join("\n")}\n`);
for (const complaint of complaints) console.info(complaint);
console.info(`identity: ${records.length} records, ${complaints.length} to look at`);
google.close();
process.exit(complaints.length === 0 ? 0 : 1);
