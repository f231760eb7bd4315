import { readFileSync } from "node:fs";
import { forgeries, tokensOfUnknownKeys, WRONG_CLAIMS } from "../../support/attacks/forged-tokens.ts";
import { LYING_KEYS } from "../../support/attacks/lying-keys.ts";
import { findLibrary } from "../../support/debian-programs.ts";
import { TOKEN_PROJECT } from "../../support/tokens.ts";
import { type KeyServer, startKeyServer } from "../key-server.ts";
import type { Alone, Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { isReady, until } from "./guide.ts";

const FORGED_KEYS = 200;
/** The allowed cost of a list of any size. */
const MEMORY_LIMIT_MB = 120;

let sent = 0;
const subscribeWith = async (origin: string, token: string): Promise<number> => {
  const response = await fetch(`${origin}/api/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: `token${++sent}@example.com` }),
  });
  await response.arrayBuffer();
  return response.status;
};
const stored = async (stage: Stage): Promise<number> =>
  (await stage.rows<{ count: number }>("select count(*)::integer as count from subscribers"))[0]?.count ?? 0;
const memoryMb = ({ program }: Alone): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

async function* forged(stage: Stage, keys: KeyServer, env: Record<string, string>): AsyncGenerator<Row> {
  const server = await stage.alone(env);
  const before = await stored(stage);
  const attacks = [
    ...(await Promise.all(
      WRONG_CLAIMS.map(async ([name, changes]) => [name, await keys.tokens.sign(changes)] as const),
    )),
    ...Object.entries(await forgeries(keys.tokens)),
    ...Object.entries(await tokensOfUnknownKeys(keys.tokens)),
  ];
  const accepted: string[] = [];
  for (const [name, token] of attacks) {
    const status = await subscribeWith(server.origin, token);
    if (status !== 401) accepted.push(`${name}: ${status}`);
  }
  const isGoodServed = (await subscribeWith(server.origin, await keys.tokens.sign())) === 200;
  const rows = (await stored(stage)) - before;
  yield {
    part: "forged tokens refused, a good one served",
    tried: attacks.length + 1,
    held: attacks.length - accepted.length + Number(isGoodServed),
    duplicated: rows - 1,
    note: accepted.join(", "),
  };

  const [fetched, began] = [keys.tokens.fetched, performance.now()];
  const verdicts = await Promise.all(
    Array.from({ length: FORGED_KEYS }, async (_, n) =>
      subscribeWith(server.origin, await keys.tokens.sign({}, { kid: `forged-${n}` })),
    ),
  );
  const allowed = 2 + Math.ceil((performance.now() - began) / 1000);
  const fetches = keys.tokens.fetched - fetched;
  yield {
    part: "forged key IDs refused, keys fetched once a second",
    tried: FORGED_KEYS + 1,
    held: verdicts.filter((status) => status === 401).length + Number(fetches <= allowed),
    note: `${fetches} fetches`,
  };
  await server.stop();
}

/** Starts a new process each time, because a process with valid keys keeps using them. */
async function* badKeys(stage: Stage, keys: KeyServer, env: Record<string, string>): AsyncGenerator<Row> {
  const silent = { name: "stay silent", answer: undefined };
  const faults: string[] = [];
  let most = 0;
  for (const { name, answer } of [silent, ...LYING_KEYS]) {
    const server = await stage.alone(env);
    const token = await keys.tokens.sign();
    const memory = memoryMb(server);
    keys.silence(answer === undefined);
    if (answer) keys.tokens.answerWith(() => answer(keys.tokens));
    const during = await subscribeWith(server.origin, token);
    const isReadyNow = await isReady(server.origin);
    most = Math.max(most, memoryMb(server) - memory);
    keys.silence(false);
    keys.tokens.answerWith(undefined);
    const isBack = await until(async () => (await subscribeWith(server.origin, token)) === 200, 20_000);
    if (during !== 503 || isReadyNow || !isBack) faults.push(`keys that ${name}: ${during}, back: ${isBack}`);
    await server.stop();
  }
  if (most > MEMORY_LIMIT_MB) faults.push(`memory grew by ${Math.round(most)} MB`);
  const tried = LYING_KEYS.length + 2;
  yield {
    part: "dead, silent and lying key servers: 503, never 401, back",
    tried,
    held: tried - faults.length,
    note: [`memory +${Math.round(most)} MB`, ...faults].join("; "),
  };
}

/**
 * Wrong clocks by libfaketime, which changes the time for the whole process, not only for code with an injected
 * clock.
 */
async function* wrongClocks(stage: Stage, keys: KeyServer, env: Record<string, string>): AsyncGenerator<Row> {
  const library = findLibrary("faketime/libfaketime.so.1", "libfaketime");
  const faults: string[] = [];
  const cases = [
    { shift: "-8s", status: 200, isLogged: true },
    { shift: "+8s", status: 200, isLogged: true },
    { shift: "-120s", status: 200, isLogged: true },
    { shift: "-600s", status: 503, isLogged: true },
    { shift: "+7200s", status: 503, isLogged: true },
    { shift: "+0s", status: 200, isLogged: false },
  ];
  for (const { shift, status, isLogged } of cases) {
    const server = await stage.alone({
      ...env,
      LD_PRELOAD: library,
      FAKETIME: shift,
      DONT_FAKE_MONOTONIC: "1",
    });
    const at = Math.floor(Date.now() / 1000);
    const token = await keys.tokens.sign({ iat: at, auth_time: at });
    const answered = await subscribeWith(server.origin, token);
    if (answered !== status) faults.push(`${shift}: ${answered}`);
    if (server.program.output().includes("skewSeconds") !== isLogged)
      faults.push(`${shift}: logged ${!isLogged}`);
    const code = await server.stop();
    if (code !== 0) faults.push(`${shift}: ended with ${code}`);
  }
  const tried = cases.length * 3;
  yield {
    part: "wrong clocks: answered, logged, ended",
    tried,
    held: tried - faults.length,
    note: faults.join("; "),
  };
}

/** Invalid tokens, failing key servers, wrong clocks. */
export async function* tokens(stage: Stage): AsyncGenerator<Row> {
  const keys = await startKeyServer();
  stage.atEnd(() => keys.close());
  const env = { TOKEN_KEYS_URL: keys.url, FIREBASE_PROJECT_ID: TOKEN_PROJECT };
  yield* forged(stage, keys, env);
  yield* badKeys(stage, keys, env);
  yield* wrongClocks(stage, keys, env);
}
