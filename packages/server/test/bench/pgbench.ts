import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { takeSharesSql } from "../../src/limits/rate-limiter.ts";
import { SUBSCRIBE } from "../../src/newsletter/subscribers.ts";
import { findProgram } from "../support/debian-programs.ts";

/** Replaces the numbered values by SQL expressions. */
export const fill = (text: string, values: readonly string[]): string =>
  text.replace(/\$(\d+)/g, (_, n: string) => values[Number(n) - 1] ?? "null").replaceAll(/\s+/g, " ");

/**
 * pgbench's subscription script: the server's own statement, planned once per connection as in the server, or
 * its two parts, each planned again for every request.
 */
type Subscription = "one prepared statement" | "two statements";
/** A script of pgbench, and whether each connection plans its statements once. */
type Script = { text: string; mode: "extended" | "prepared" };

/** Shares and periods of both limits. */
const LIMITS = [0.000001, 1, 0.000001, 1];

/** A subscription's statement with its values, limits included. */
export function subscription(email: string, client: string): { text: string; values: unknown[] } {
  const row = [client, email, randomUUID(), email, email, null, "2024-05-06", "/", false];
  return { text: takeSharesSql(2, SUBSCRIBE), values: [...LIMITS, ...row.map((value) => [value])] };
}

/** The limits of a client and of an address, and the row. The values vary as much as those of the server's load run. */
export function subscriptionScript(script: Subscription): Script {
  const email = "'q' || :n || '@example.com'";
  const row = ["gen_random_uuid()", email, email, "null", "'2024-05-06'", "'/'", "false"];
  const keys = ["'client' || :n", "'address' || :n"];
  const filled = (text: string, values: string[]) =>
    fill(text, [...LIMITS.map(String), ...values.map((value) => `array[${value}]`)]);
  const rowAlone = Object.keys(SUBSCRIBE.columns).map((name, n) => `${row[n]} as ${name}`);
  const statements =
    script === "two statements"
      ? [
          filled(takeSharesSql(2), keys),
          SUBSCRIBE.text
            .replace("from allowed", `from (select ${rowAlone.join(", ")}) as allowed`)
            .replaceAll(/\s+/g, " "),
        ]
      : [filled(takeSharesSql(2, SUBSCRIBE), [...keys, ...row])];
  return {
    text: ["\\set n random(1, 1000000000000)", ...statements.map((text) => `${text};`), ""].join("\n"),
    mode: script === "two statements" ? "extended" : "prepared",
  };
}

type Run = { databaseUrl: string; connections: number; seconds: number; file: string };

/** How many transactions of a script pgbench makes. */
export async function runPgbench(
  { databaseUrl, connections, seconds, file }: Run,
  { text, mode }: Script,
): Promise<number> {
  writeFileSync(file, text);
  const program = findProgram("pgbench", ["postgresql", "libpq5"]);
  const { stdout } = await promisify(execFile)(
    program.file,
    [
      ["-n", "-M", mode],
      ["-c", `${connections}`, "-j", "1", "-T", `${seconds}`],
      ["-f", file, databaseUrl],
    ].flat(),
    { env: { ...process.env, ...program.env } },
  );
  const made = /transactions actually processed: (\d+)/.exec(stdout)?.[1];
  if (!made) throw new Error(`pgbench says no count:\n${stdout}`);
  return Number(made);
}
