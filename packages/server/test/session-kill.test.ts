import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Built, buildBundle } from "./support/built.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { leasePorts } from "./support/lease-ports.mjs";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { type Program, run } from "./support/program.ts";
import { openBrowser, SECRET, uidOf } from "./support/sessions.ts";
import { startUpstream } from "./support/upstream-server.ts";

let built: Built;
let postgres: Postgres;
const programs: Program[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "tallybin-kill-"));

beforeAll(async () => {
  [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);
});
afterAll(async () => {
  for (const { child } of programs) child.kill("SIGKILL");
  await postgres.remove();
  built.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string>) {
  const port = String(await leasePorts());
  const program = run([join(built.folder, "server/serve.js")], {
    ...ENVIRONMENT,
    SESSIONS: "server",
    SESSION_SECRET: SECRET,
    LOG_LEVEL: "info",
    ...env,
    PORT: port,
  });
  programs.push(program);
  await program.says(/"msg":"ready"/);
  const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { program, request };
}

/** Kills a server during an exchange. @returns the next server's answers for the same browser */
async function killDuringExchange(database: Record<string, string>) {
  const { upstream, env, close } = await startUpstream();
  const world: Record<string, string> = { ...env, ...database };
  const first = await start(world);
  // PGlite's folder belongs to one process.
  const second = "DATABASE_URL" in world ? await start(world) : undefined;
  const browser = openBrowser(upstream, first.request);
  await browser.signIn("alice");

  const calls = upstream.calls.length;
  const release = upstream.hold();
  const cut = browser.exchange().catch(() => "no response");
  await expect.poll(() => upstream.calls.length).toBe(calls + 1);
  first.program.child.kill("SIGKILL");
  expect(await cut).toBe("no response");
  await first.program.ended;
  release();

  const { request } = second ?? (await start(world));
  const again = openBrowser(upstream, request);
  Object.assign(again.state, browser.state);
  const answer = await again.exchange();
  const sessions = await again.list();
  close();
  return { status: answer.status, uid: uidOf(answer.id_token), sessions: sessions.length };
}

test("killing the server with kill -9 during an exchange loses no session, neither on PostgreSQL nor on PGlite", async () => {
  // Runs both at the same time, because both wait for the end of the killed server's claim.
  const answers = await Promise.all([
    killDuringExchange({ DATABASE_URL: await postgres.createDatabase() }),
    killDuringExchange({ DATA_DIR: dataDir }),
  ]);
  const kept = { status: 200, uid: "alice", sessions: 1 };
  expect(answers).toEqual([kept, kept]);
});
