import { appendFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countAnswers, createLedger, startWriters } from "../../support/writers.ts";
import { buildNextServer } from "../next-release.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { sessionVariables, signUp } from "./guide.ts";

const ORIGIN = "https://www.example.com";
const PEOPLE = 3;
const EXCHANGE_EVERY_MS = 250;
const LOOK_EVERY_MS = 500;

type Answer = { status: number; token: string };

/** Signs up, hands the tokens over, and returns a function that asks for the next ID token. */
async function signIn(stage: Stage, email: string): Promise<() => Promise<Answer>> {
  const { idToken, refreshToken } = await signUp(stage, email);
  const post = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    fetch(stage.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    });
  const kept = await post("/api/session", { idToken, refreshToken }, { "x-session": "new" });
  if (kept.status !== 200) throw new Error(`The hand-over got ${kept.status}: ${await kept.text()}`);
  const { session } = (await kept.json()) as { session: string };
  const headers = { "x-session": session, cookie: kept.headers.get("set-cookie")?.split(";")[0] ?? "" };
  let held = "";
  return async () => {
    const response = await post("/api/session/token", { held }, headers).catch(() => undefined);
    const { id_token: token = "" } = ((await response?.json()) ?? {}) as { id_token?: string };
    if (token !== "") held = token.slice(-16);
    return { status: response?.status ?? 0, token };
  };
}

/** Whether the processes have different releases now. */
async function isMixed({ ports }: Stage): Promise<boolean> {
  const releases = ports.map(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    return ((await response.json()) as { release: string }).release;
  });
  return new Set(await Promise.all(releases)).size > 1;
}

/** From this release to the next and back under load, by the guide's commands, without a backup. */
export async function* wayBack(stage: Stage): AsyncGenerator<Row> {
  const [current, next, before] = ["server", "server-next", "server-before"].map((name) =>
    join(stage.release, "dist", name),
  ) as [string, string, string];
  await buildNextServer(next);
  const variables = Object.entries(await sessionVariables(stage));
  appendFileSync(
    join(stage.work, "tallybin.env"),
    variables.map(([name, value]) => `${name}=${value}\n`).join(""),
  );
  let mixed = 0;
  /** Restarts the processes, and counts the times at which both releases answered. */
  const roll = async () => {
    const looking = setInterval(() => {
      isMixed(stage).then(
        (isTrue) => {
          mixed += Number(isTrue);
        },
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    const done = await stage.sh(stage.here(stage.step(8).block(/systemctl restart/)));
    clearInterval(looking);
    return done;
  };
  await roll();

  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => signIn(stage, `way-back-${n}@example.com`)),
  );
  const ledger = createLedger();
  const writers = startWriters(stage.origin, { count: 4, calls: ["subscription", "message"], ledger });
  const exchanges: Answer[] = [];
  const over = new AbortController();
  const asking = people.map(async (ask) => {
    while (!over.signal.aborted) {
      exchanges.push(await ask());
      await pause(EXCHANGE_EVERY_MS);
    }
  });
  const codes: (number | null)[] = [];
  const steps = async (): Promise<number> =>
    (await stage.rows<{ id: number }>("select id from schema_migrations where id = 9999")).length;
  renameSync(current, before);
  renameSync(next, current);
  try {
    codes.push((await roll()).code);
  } finally {
    renameSync(current, next);
    renameSync(before, current);
  }
  const newer = await steps();
  const mixedForth = mixed;
  codes.push((await roll()).code);
  await pause(2_000);
  over.abort();
  await Promise.all([...asking, writers.stop()]);
  const last = await Promise.all(people.map((ask) => ask()));

  const answered = countAnswers(ledger, () => true);
  const good = countAnswers(ledger, (status) => status === 200);
  const kept = exchanges.filter(({ status }) => status === 200).length;
  yield {
    part: "to the next release and back under load, on its schema",
    tried: answered + exchanges.length + codes.length + 1,
    held: good + kept + codes.filter((code) => code === 0).length + newer,
    ...(await stage.audit(ledger)),
    note: [...ledger.answers].map(([status, count]) => `${count} × ${status}`).join(", "),
  };
  yield {
    part: "both releases at once, in each direction",
    tried: 2,
    held: Number(mixedForth > 0) + Number(mixed > mixedForth),
    note: `seen ${mixedForth} and ${mixed - mixedForth} times`,
  };
  yield {
    part: "sessions kept over both changes",
    tried: PEOPLE,
    held: last.filter(({ status, token }) => status === 200 && token !== "").length,
    note: `${exchanges.length} exchanges`,
  };
}
