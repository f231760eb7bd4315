/**
 * Requests per second over HTTP: the local services beside Google's Auth Emulator, in one run, with the same client.
 * Not part of `npm test`. Run:
 *   npm install --prefix test/lab --workspace conformance/identity   # firebase-tools, once
 *   node --import tsx test/mocks/bench/throughput.ts
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

const PROJECT = "demo-project";
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 10;
/** The emulator starts slowly, even more so on a busy machine. */
const START_MS = 180_000;

const tools = fileURLToPath(new URL("../../lab/conformance/identity/", import.meta.url));
const firebase = fileURLToPath(new URL("../../lab/node_modules/.bin/firebase", import.meta.url));

type Measured = { name: string; perSecond: number; p50: number; p99: number; failed: number };

const json = { "content-type": "application/json" };
const post = async (url: string, fields: object): Promise<Record<string, string>> =>
  (await fetch(url, { method: "POST", headers: json, body: JSON.stringify(fields) })).json();

/** The most frequent calls of a page: reading its account, refreshing, signing in. */
async function measure(origin: string): Promise<Measured[]> {
  const api = `${origin}/identitytoolkit.googleapis.com/v1/accounts`;
  const credential = { email: `bench-${Date.now()}@example.test`, password: "correct horse" };
  const { idToken = "", refreshToken = "" } = await post(`${api}:signUp?key=k`, credential);
  const calls = [
    { name: "accounts:lookup", url: `${api}:lookup?key=k`, body: { idToken } },
    {
      name: "token",
      url: `${origin}/securetoken.googleapis.com/v1/token?key=k`,
      body: { grantType: "refresh_token", refreshToken },
    },
    { name: "accounts:signInWithPassword", url: `${api}:signInWithPassword?key=k`, body: credential },
  ];
  const measured: Measured[] = [];
  for (const { name, url, body } of calls) {
    const requests = [{ method: "POST", headers: json, body: JSON.stringify(body) }];
    await autocannon({ url, connections: CONNECTIONS, duration: WARM_UP_SECONDS, requests });
    const run = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
    measured.push({
      name,
      perSecond: Math.round(run.requests.average),
      p50: run.latency.p50,
      p99: run.latency.p99,
      failed: run.non2xx + run.errors,
    });
  }
  return measured;
}

async function ready(origin: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const isUp = await fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`nothing answered at ${origin}`);
}

/** Google's emulator on the ports of test/lab/conformance/identity/firebase.json; undefined if it is not installed. */
async function emulator(): Promise<{ rows: Measured[]; startMs: number } | undefined> {
  if (!existsSync(firebase)) return undefined;
  const started = performance.now();
  const child: ChildProcess = spawn(firebase, ["emulators:start", "--only", "auth", "--project", PROJECT], {
    cwd: tools,
    stdio: "ignore",
    env: { ...process.env, CI: "1", NO_UPDATE_NOTIFIER: "1" },
  });
  try {
    await ready("http://127.0.0.1:4180");
    const startMs = performance.now() - started;
    return { rows: await measure("http://127.0.0.1:4180"), startMs };
  } finally {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await gone;
  }
}

/** The local services in a separate process, like the emulator. */
async function localServices(): Promise<{ rows: Measured[]; startMs: number }> {
  const started = performance.now();
  const script = fileURLToPath(new URL("server.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const origin = String(line).trim();
  try {
    await ready(origin);
    const startMs = performance.now() - started;
    return { rows: await measure(origin), startMs };
  } finally {
    child.kill();
  }
}

const ours = await localServices();
const theirs = await emulator();

console.log(`${CONNECTIONS} connections, ${SECONDS} s each, one process each, Node ${process.versions.node}`);
console.log(
  `ready after ${Math.round(ours.startMs)} ms${theirs ? `; the emulator after ${Math.round(theirs.startMs)} ms` : ""}`,
);
console.table(
  ours.rows.map(({ name, perSecond, p50, p99, failed }, index) => ({
    call: name,
    "ours/s": perSecond,
    "p50 ms": p50,
    "p99 ms": p99,
    failed,
    "emulator/s": theirs?.rows[index]?.perSecond ?? "not installed",
    "emulator p50 ms": theirs?.rows[index]?.p50 ?? "",
    "emulator p99 ms": theirs?.rows[index]?.p99 ?? "",
  })),
);
