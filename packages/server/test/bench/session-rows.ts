import { postgresStore, type Query } from "@tallybin/identity-server";
import { createSecret, hashSecret } from "@tallybin/identity-server/http/session-cookie";
import { createSealer, type Sealer } from "@tallybin/identity-server/sessions/sealing";
import type { Exchange } from "../../../identity-server/src/stores/session-store.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { countStatement } from "../../src/limits/rate-limiter.ts";
import { SECRET } from "../support/sessions.ts";
import { fill } from "./pgbench.ts";

const COUNT = 1_000;
/** The end of every ID token of the load run. Each request names the current token and therefore causes an exchange. */
export const MARK = "0123456789abcdef";
const LIMITS = { idleSeconds: 86_400, lifetimeSeconds: 86_400 };

const EXCHANGE: Exchange = {
  refreshToken: "",
  emailHash: null,
  idToken: "",
  mark: "",
  expiresInSeconds: 0,
  sharedSeconds: 0,
};

const sealer: Sealer = createSealer([SECRET]);
/** `kind` distinguishes the server's rows from pgbench's. */
export const idOf = (kind: "8" | "9", n: number): string =>
  `00000000-0000-4000-${kind}000-${String(n).padStart(12, "0")}`;
const sealed = (id: string, text: string): Promise<string> =>
  sealer.seal(text, { id, column: "refresh_token" });

/** Inserts as many sessions for the server as for pgbench. @returns ID and cookie of the server's */
export async function insertSessions(databaseUrl: string): Promise<{ id: string; secret: string }[]> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 10, dataDir: "" });
  const store = postgresStore({ ...LIMITS, query: database.query });
  const made: { id: string; secret: string }[] = [];
  for (let n = 1; n <= COUNT; n++) {
    const secret = createSecret();
    const common = {
      emailHash: null,
      stamp: n,
      generation: "",
      change: 0,
      turn: 1,
      device: { browser: "Firefox", system: "Linux" },
      signedInAt: undefined,
    };
    for (const [kind, secretHash] of [["8", hashSecret(secret)] as const, ["9", `hash${n}`] as const]) {
      const [id, uid] = [idOf(kind, n), `uid${kind}${n}`];
      await store.insert({ ...common, id, uid, secretHash, refreshToken: await sealed(id, uid) });
    }
    made.push({ id: idOf("8", n), secret });
  }
  await database.close();
  return made;
}

/** The two statements of an exchange. */
export async function exchangeStatements(): Promise<{ claim: string; finish: string }> {
  const entry = { key: "", shareSeconds: 0, periodSeconds: 0 };
  const texts: string[] = [];
  const query = (async (text: string) => {
    texts.push(text);
    return [{}];
  }) as unknown as Query;
  const store = postgresStore({
    ...LIMITS,
    query,
    async runClaim(_, claim) {
      texts.push(countStatement(entry, claim).text);
      return undefined;
    },
  });
  await store.claim({ id: "", secretHash: "" }, "", "", 0);
  await store.settle("", "", EXCHANGE);
  const [claim = "", finish = ""] = texts;
  return { claim, finish };
}

/** Values as long as the server's. */
export const sealedSizes = async () => ({
  token: await sealed(idOf("9", 1), "uid91"),
  idToken: await sealed(idOf("9", 1), "x".repeat(900)),
});

/** A pgbench script with both statements: the server's own SQL. */
export async function exchangeScript(): Promise<string> {
  const { claim, finish } = await exchangeStatements();
  const { token, idToken } = await sealedSizes();
  const id = "('00000000-0000-4000-9000-' || lpad(:n::text, 12, '0'))::uuid";
  const own = `'${idOf("9", 0)}'::uuid`;
  const limit = ["'session' || :n", "0.000001", "1"];
  const statements = [
    fill(claim, ["0", id, "'hash' || :n", own, `'${MARK}'`, "12", ...limit]),
    fill(finish, ["0", id, own, `'${token}'`, "null", `'${idToken}'`, `'${MARK}'`, "3600", "5"]),
  ];
  return [`\\set n random(1, ${COUNT})`, ...statements.map((text) => `${text};`), ""].join("\n");
}
