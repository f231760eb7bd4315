import type { TokenVerifier } from "@tallybin/identity-server";
import { valueInTime } from "@tallybin/platform/deadline";
import type { Database } from "../database/database.ts";
import { release } from "./logger.ts";

/** Shorter than the time-out of a probe: a silent database must not look like a silent server. */
const CHECK_TIMEOUT_MS = 800;
/** Everyone may call /readyz, so the dependencies are asked at most this often. */
const KEPT_MS = 1_000;

const healthResponse = (body: object, status: 200 | 503): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

const stateInTime = async (check: () => Promise<string>, otherwise: string): Promise<string> =>
  (await valueInTime(check(), CHECK_TIMEOUT_MS).catch(() => undefined)) ?? otherwise;

/** Asks for a restart if only a new process can start the database engine. A database that is away needs none. */
export const getHealth = (database: Database): Response =>
  database.canRecover()
    ? healthResponse({ status: "ok", release }, 200)
    : healthResponse({ status: "restart-needed", release }, 503);

/** Ready as long as the process serves pages. Without a dependency, the API alone answers 503. */
export function createReadiness(
  database: Pick<Database, "isWritable">,
  tokens: Pick<TokenVerifier, "reach">,
) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked: Promise<object> | undefined;
  const askDependencies = async (): Promise<object> => {
    const [databaseState, keys] = await Promise.all([
      stateInTime(async () => ((await database.isWritable()) ? "writable" : "read-only"), "unreachable"),
      stateInTime(() => tokens.reach().then(() => "known"), "unknown"),
    ]);
    return { database: databaseState, keys };
  };
  return async (isStopping: boolean): Promise<Response> => {
    if (asked === undefined || performance.now() - askedAt > KEPT_MS) {
      askedAt = performance.now();
      asked = askDependencies();
    }
    const state = await asked;
    return isStopping
      ? healthResponse({ status: "stopping", ...state }, 503)
      : healthResponse({ status: "ready", ...state }, 200);
  };
}
