import { type Replacement, withFault } from "../../packages/identity/test/model/mutants.ts";
import type { ServerLibrary } from "./library.ts";

const SOURCE = new URL("../../packages/identity-server/src/", import.meta.url);

/** Mistakes in the code that keeps sessions on a server, one at a time. */
export const SERVER_FAULTS: readonly Replacement[] = [
  {
    name: "two requests claim one session",
    file: "stores/memory-store.ts",
    find: "row.claimedUntil > nowSeconds() || isShared",
    replace: "isShared",
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
    find: "if (!isStored && !(await findAgain({ id, secretHash }))) throw new TokenRefusal(SESSION_ENDED);",
    replace: "",
  },
  {
    name: "tokens are stored without encryption",
    file: "sessions/session-keeper.ts",
    find: 'idToken: await sealer.seal(idToken, { id, column: "id_token" })',
    replace: "idToken",
  },
  {
    name: "a new session ends the one before it at once",
    file: "sessions/session-endpoints.ts",
    find: "const headers = headersAfter(page, [], { id, secret });",
    replace:
      "if (!renewed) await page.sessions.store.end(idsOf(opened));\n  const headers = headersAfter(page, [], { id, secret });",
  },
  {
    name: "a session that is used leaves the one before it",
    file: "stores/memory-store.ts",
    find: "for (const other of replaced) rows.delete(other);",
    replace: "",
  },
  {
    name: "a session that is used ends a later one",
    file: "sessions/browser-sessions.ts",
    find: "comparePlaces(other, own) <= 0",
    replace: "true",
  },
  {
    name: "the end of a session that the page has not accepted ends the one before it",
    file: "sessions/session-endpoints.ts",
    find: "} else await store.end([own.id]);",
    replace: "} else await store.end(idsOf([own, ...replacedBy(own, opened)]));",
  },
  {
    name: "a renewed session does not accept the cookie whose replacement was lost",
    file: "stores/memory-store.ts",
    find: "        previousHash,",
    replace: "        previousHash: null,",
  },
  {
    name: "new tokens that arrive late take the browser's cookie",
    file: "sessions/session-keeper.ts",
    find: "sealer.renewedSecretOf(own.secret)",
    replace: "createSecret()",
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
    find: "row.releasedAt ??= nowSeconds()",
    replace: "row.releasedAt = nowSeconds()",
  },
  {
    name: "an exchange with the previous cookie forgets it",
    file: "stores/memory-store.ts",
    find: "if (row.secretHash === secretHash) row.previousHash = null;",
    replace: "row.previousHash = null;",
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
    find: "if (error instanceof BrokenSealError) onFault(error);\n      const isSettled",
    replace:
      "onFault(new Error(await sealer.open(sealed, { id, column: 'refresh_token' })));\n      const isSettled",
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
    find: "if (skipped === undefined && isLost) throw",
    replace: "if (isLost) throw",
  },
  {
    name: "a browser that needs a challenge gives its key up",
    file: "binding/binding.ts",
    find: "return new Response(null, { status: 403, headers });",
    replace: "return new Response(null, { status: 400, headers });",
  },
  {
    name: "the database's outage makes a browser give its key up",
    file: "sessions/session-endpoints.ts",
    find: "sessions.binding.refresh(request, await readBrowserSessions(sessions, request)),",
    replace:
      "sessions.binding.refresh(request, await readBrowserSessions(sessions, request).catch(() => [])),",
  },
];

/** Runs work with handlers that have one fault. */
export const withServerFault = <T>(
  fault: Replacement,
  work: (server: ServerLibrary) => Promise<T>,
): Promise<T> => withFault(SOURCE, fault, async (load) => work((await load("index.ts")) as ServerLibrary));
