import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { takeStatement } from "../../src/limits/rate-limiter.ts";
import { SUBSCRIBE } from "../../src/newsletter/subscribers.ts";
import { findProgram } from "./programs.ts";

/** Puts SQL expressions in the place of the numbered values. */
const fill = (text: string, values: readonly string[]): string =>
  text.replace(/\$(\d+)/g, (_, n: string) => values[Number(n) - 1] ?? "null").replaceAll(/\s+/g, " ");

/** The server's own two statements of a subscription: a client's and an address's limit, then the row. */
function scriptText(): string {
  const share = (key: string) => ({ key, shareSeconds: 0, periodSeconds: 0 });
  const limit = takeStatement([share("client"), share("address")]);
  const email = "'q' || :n || '@example.com'";
  return [
    "\\set n random(1, 1000000000000)",
    `${fill(limit.text, ["'client'", "0.000001", "1", `'address' || :n`, "0.000001", "1"])};`,
    `${fill(SUBSCRIBE, ["gen_random_uuid()", email, email, "null", "'2024-05-06'", "'/'", "false"])};`,
    "",
  ].join("\n");
}

/** How many subscriptions pgbench makes, over as many connections as the server's pool has. */
export async function runPgbench(
  databaseUrl: string,
  connections: number,
  seconds: number,
  script: string,
): Promise<number> {
  writeFileSync(script, scriptText());
  const { file, env } = findProgram("pgbench", ["postgresql", "libpq5"]);
  const { stdout } = await promisify(execFile)(
    file,
    [
      "-n",
      "-M",
      "extended",
      "-c",
      `${connections}`,
      "-j",
      "1",
      "-T",
      `${seconds}`,
      "-f",
      script,
      databaseUrl,
    ],
    { env: { ...process.env, ...env } },
  );
  const made = /transactions actually processed: (\d+)/.exec(stdout)?.[1];
  if (!made) throw new Error(`pgbench says no count:\n${stdout}`);
  return Number(made);
}
