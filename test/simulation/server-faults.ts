import { type Replacement, withFault } from "../../packages/identity/test/model/mutants.ts";
import type { ServerLibrary } from "./library.ts";

const SOURCE = new URL("../../packages/identity-server/src/", import.meta.url);

/** Mistakes in the code that keeps sessions on a server, one at a time. */
export const SERVER_FAULTS: readonly Replacement[] = [
  {
    name: "two requests claim one session",
    file: "stores/memory-store.ts",
    find: "(row.claimedUntil !== null && row.claimedUntil > nowSeconds())",
    replace: "false",
  },
  {
    name: "an outage of the token service ends the session",
    file: "sessions/session-keeper.ts",
    find: "error instanceof TokenRefusal || error instanceof BrokenSealError;",
    replace: "true;",
  },
  {
    name: "a token that was sealed with an unknown key ends the session",
    file: "sessions/sealing.ts",
    find: 'throw new UnavailableError("session secret")',
    replace: "throw new BrokenSealError()",
  },
  {
    name: "a session that ends during its exchange gets the new token",
    file: "sessions/session-keeper.ts",
    find: "if (!isAlive) throw new TokenRefusal(SESSION_ENDED);",
    replace: "if (!isAlive) onFault(new TokenRefusal(SESSION_ENDED));",
  },
  {
    name: "tokens are stored without encryption",
    file: "sessions/session-keeper.ts",
    find: 'idToken: sealer.seal(idToken, { id, column: "id_token" })',
    replace: "idToken",
  },
  {
    name: "a new session ends the one before it at once",
    file: "stores/memory-store.ts",
    find: "removeRows([...crowded, ...unreachable].map(({ id }) => id));",
    replace: "removeRows([...crowded, ...unreachable].map(({ id }) => id).concat([...opened]));",
  },
  {
    name: "a late hand-over ends the session of a later sign-in",
    file: "stores/memory-store.ts",
    find: "&& !opened.has(row.id) && row.createdAt < lastStart",
    replace: "&& !opened.has(row.id)",
  },
  {
    name: "a late hand-over ends the session of a sign-in in the same second",
    file: "stores/memory-store.ts",
    find: "row.createdAt < lastStart",
    replace: "row.createdAt <= lastStart",
  },
  {
    name: "a late move to the server ends the session of a later one",
    file: "stores/memory-store.ts",
    find: "signedInAt ?? nowSeconds() - LATEST_MOVE_SECONDS",
    replace: "signedInAt ?? nowSeconds()",
  },
  {
    name: "a session that the page has not accepted takes the browser's cookie with it",
    file: "stores/memory-store.ts",
    find: "if (!replaced) return;",
    replace: "return;",
  },
  {
    name: "an exchange with the cookie before closes the session that stays when a later one is given up",
    file: "stores/memory-store.ts",
    find: "if (row.secretHash === secretHash)\n        Object.assign(replaced, { secretHash, previousHash: replaced.secretHash });\n      else replaced.previousHash = secretHash;",
    replace: "replaced.previousHash = secretHash;",
  },
  {
    name: "a renewed session does not accept the cookie whose replacement was lost",
    file: "stores/memory-store.ts",
    find: "Object.assign(opener, { secretHash, previousHash: presented.secretHash });",
    replace: "Object.assign(opener, { secretHash, previousHash: null });",
  },
  {
    name: "new tokens that arrive late take the browser's cookie",
    file: "sessions/session-keeper.ts",
    find: "sealer.renewedSecretOf(secret)",
    replace: "createSecret()",
  },
  {
    name: "new tokens of a session take the cookie from the one that has replaced it",
    file: "stores/memory-store.ts",
    find: "const opener = rowsOfCookie(presented.secretHash)[0] ?? row;",
    replace: "const opener = row;",
  },
  {
    name: "a released token can be fetched for a minute only",
    file: "stores/session-store.ts",
    find: "RELEASE_SECONDS = 7 * 86_400",
    replace: "RELEASE_SECONDS = 60",
  },
  {
    name: "each release restarts its week",
    file: "stores/memory-store.ts",
    find: "releasedAt: row.releasedAt ?? nowSeconds()",
    replace: "releasedAt: nowSeconds()",
  },
  {
    name: "a running exchange is shared with every cookie",
    file: "sessions/session-keeper.ts",
    find: `const key = \`\${presented.id} \${presented.secretHash}\`;`,
    replace: "const key = presented.id;",
  },
  {
    name: "an exchange with the previous cookie forgets it",
    file: "stores/memory-store.ts",
    find: "if (row.secretHash === presented.secretHash) row.previousHash = null;",
    replace: "row.previousHash = null;",
  },
  {
    name: "a sign-in ignores the previous cookie",
    file: "stores/memory-store.ts",
    find: "const replacedId = rowsOfCookie(replacedHash)[0]?.id ?? null;",
    replace: "const replacedId = filterRows((row) => row.secretHash === replacedHash)[0]?.id ?? null;",
  },
  {
    name: "new tokens of a session leave the ID token that callers share",
    file: "stores/memory-store.ts",
    find: "...{ idToken: null, sharedUntil: null },",
    replace: "",
  },
  {
    name: "the caller's own token is returned again",
    file: "sessions/session-keeper.ts",
    find: "if (idToken !== undefined && tokenMarkOf(idToken) !== held)",
    replace: "if (idToken !== undefined)",
  },
  {
    name: "a fault in the log holds a token",
    file: "sessions/session-keeper.ts",
    find: "if (error instanceof BrokenSealError) onFault(error);\n      const isEnded",
    replace:
      "onFault(new Error(sealer.open(row.refreshToken, { id, column: 'refresh_token' })));\n      const isEnded",
  },
  {
    name: "a browser that got its short cookie late counts as having lost its key",
    file: "binding/binding.ts",
    find: "value === undefined && silentMs > LOST_MS",
    replace: "silentMs > LOST_MS",
  },
  {
    name: "a browser that says why it proves nothing counts as having lost its key",
    file: "binding/binding.ts",
    find: "if (skipped === undefined && found.isLost) throw",
    replace: "if (found.isLost) throw",
  },
  {
    name: "a browser that needs a challenge gives its key up",
    file: "binding/binding.ts",
    find: "return new Response(null, { status: 403, headers });",
    replace: "return new Response(null, { status: 400, headers });",
  },
  {
    name: "the database's outage makes a browser give its key up",
    file: "binding/binding.ts",
    find: "const own = { id, secretHash: hashSecret(secret) };\n      const found = await store.binding(own);",
    replace:
      "const own = { id, secretHash: hashSecret(secret) };\n      const found = await store.binding(own).catch(() => undefined);",
  },
];

/** Runs work with handlers that have one fault. */
export const withServerFault = <T>(
  fault: Replacement,
  work: (server: ServerLibrary) => Promise<T>,
): Promise<T> => withFault(SOURCE, fault, async (load) => work((await load("index.ts")) as ServerLibrary));
