import type { Replacement } from "../../packages/identity/test/model/mutants.ts";
import type { World } from "./worlds.ts";

/**
 * A mistake in a package's source, and the world that is searched for it. `beside` is another one, in the guard that would
 * cover it.
 */
export type Fault = Replacement & { source?: "identity" | "user-document"; world?: World; beside?: Fault };

const store = (name: string, find: string, replace: string): Fault => ({
  ...{ name, find, replace, file: "session/store.ts" },
});
const runner = (name: string, find: string, replace: string): Fault => ({
  ...{ name, find, replace, file: "session/runner.ts" },
});
const lock = (name: string, find: string, replace: string): Fault => ({
  ...{ name, find, replace, file: "session/lock.ts" },
});

/** Mistakes in the code that the exhaustive search has only as a model: store, runner, lock, notes, channel, custody. */
export const CLIENT_FAULTS: readonly Fault[] = [
  store(
    "what a late write has stored is not looked at",
    "(record) => isLate && !isOvertaken() && onLate(withSignOutNote(record)),",
    "() => {},",
  ),
  store(
    "what a late write has stored is forgotten, because a newer change was given",
    "if (ended !== undefined && isOvertaken()) onLate(written, true);",
    "",
  ),
  store("storage commands run side by side", "return inOrder(runInTime)", "return runInTime()"),
  store(
    "other tabs are not told of what is stored",
    'if (next && target === persistence)\n      tellTabs(next.session ? "changed" : signedOutMessage(generationOf(current)));',
    "",
  ),
  store(
    "a command has no deadline",
    "withinTime(parts, STORAGE_MS, () => {",
    "withinTime(parts, 1e9, () => {",
  ),
  store("a connection that hangs is kept", "if (isLate) persistence.reconnect?.();", ""),
  store(
    "a removal is not tried where its record cannot be written",
    "if (!isEnd) throw error;",
    "throw error;",
  ),
  runner("a sign-out is not noted beside storage", "store.noteSignOuts(endedGenerations(state, ended));", ""),
  runner(
    "the sign-out of a session that was not read is not noted",
    "endedGenerations(state, ended)",
    "endedGenerations(state, undefined)",
  ),
  runner(
    "a record is shown while a change is under way",
    "const isPending = isOvertaken || store.isChanging();",
    "const isPending = isOvertaken;",
  ),
  runner("an exchange that has an outcome goes on", "          own.abort();\n", ""),
  runner(
    "the exchange of an ended session goes on",
    "if (state.session?.idToken !== before.session?.idToken) exchange.abort();",
    "",
  ),
  runner("a failed read does not look at the notes", "if (removed) showRecord(removed);\n        else ", ""),
  runner(
    "a record without a session does not look at the notes",
    "      : store.noted(session);\n",
    "      : undefined;\n",
  ),
  runner(
    "the timer is not set",
    "    clearTimer = parts.setTimeout(",
    "    if (dueAt < 0) clearTimer = parts.setTimeout(",
  ),
  {
    name: "what storage held while a change was pending is forgotten",
    file: "session/lifecycle.ts",
    find: "? stepTo({ ...state, base: baseAfterRead(state, event.record) })",
    replace: "? stepTo(state)",
  },
  {
    name: "a tab that has not read storage replaces a session that began later",
    file: "session/state.ts",
    find: "(signInTimeOf(stored) - signInTimeOf(session) || stored.receivedAt - session.receivedAt) <= 0",
    replace: "true",
  },
  {
    name: "what a repeated write may have stored is forgotten",
    file: "session/lifecycle.ts",
    find: "const kept = { ...state, base: base.concat(state.session.generation) };",
    replace: "const kept = { ...state, base };",
  },
  runner(
    "a session that another tab has removed is written again",
    "const removed = isPending || record.session ? undefined : removedRecord();",
    "const removed = undefined;",
  ),
  {
    name: "an anonymous sign-in replaces one that ended while it waited for storage",
    file: "sign-in/methods.ts",
    find: "if (runner.getLatestSignIn() !== attempt) throw",
    replace: "if (runner.getLatestSignIn() !== attempt && !runner.getSession()) throw",
  },
  {
    name: "notes keep the oldest names",
    file: "session/session.ts",
    find: ".slice(-MOST_NAMES)",
    replace: ".slice(0, MOST_NAMES)",
  },
  {
    name: "an exchange does not store a session that storage has refused",
    file: "session/exchange-steps.ts",
    find: " || isNewerThanRecord(known, current)",
    replace: "",
  },
  {
    name: "an exchange knows of storage what its tab knew at its start",
    file: "session/exchange-steps.ts",
    find: '  durability: generationOf(state) === generationOf(held) ? state.durability : "durable",\n  base: state.base,\n',
    replace: "",
  },
  {
    name: "the refusal of a session ends the next sign-in on bad storage",
    file: "session/state.ts",
    find: 'base: ["", ...state.base]',
    replace: "base: state.base",
  },
  {
    name: "a failure is stored over later ones of other tabs",
    file: "session/exchange-steps.ts",
    find: "    retry: countedRetry(next, current, now),\n",
    replace: "",
  },
  {
    name: "tokens that expired before their page received them count as good",
    file: "session/state.ts",
    find: ": !isTokenUsable(session, now) && other.failedAt >= session.receivedAt;",
    replace: ": false;",
  },
  {
    name: "a session that storage has refused forgets later failures of other tabs",
    file: "session/lifecycle.ts",
    find: "retry: countedRetry(state, stored, now)",
    replace: "retry: state.retry",
  },
  {
    name: "another tab's removal of a refused session ends the next one",
    ...{ file: "session/lifecycle.ts", world: "server" },
    find: 'base: next.base?.concat(""), ',
    replace: "",
  },
  {
    name: "two tabs hold the lock",
    file: "client/client.ts",
    find: 'sharedLock && store.kind() === "local" ? sharedLock(work, signal) : ownQueue(work)',
    replace: "ownQueue(work)",
  },
  lock(
    "a lock is never taken from a frozen tab",
    "steal = before !== undefined && before === now;",
    "steal = false;",
  ),
  lock(
    "a lock is taken at once",
    "return await withinTime(timers, deadlineMs, requestLock, outer);",
    "return await withinTime(timers, steal ? deadlineMs : 5, requestLock, outer);",
  ),
  {
    name: "messages of other tabs are not heard",
    file: "session/channel.ts",
    find: "if (message) listener(message);",
    replace: "",
  },
  {
    name: "a refreshed token lives as long as its clock says",
    file: "session/tokens.ts",
    find: "Math.max(lifetime - REFRESH_BEFORE_EXPIRY_MS, EXPIRY_MARGIN_MS)",
    replace: "(lifetime - REFRESH_BEFORE_EXPIRY_MS)",
  },
  {
    name: "a token counts as good until the second of its expiry",
    file: "session/tokens.ts",
    find: "now < life.expiresAt - Math.min(EXPIRY_MARGIN_MS, (life.expiresAt - life.receivedAt) / 2);",
    replace: "now < life.expiresAt + EXPIRY_MARGIN_MS;",
  },
  {
    name: "the back-off does not grow",
    file: "session/retry.ts",
    find: "retryTimeAfter(firstMs * 2 ** (attempt - 1))",
    replace: "retryTimeAfter(firstMs)",
  },
  {
    name: "a token that expired before its page received it is handed out",
    file: "session/token-access.ts",
    find: 'state.phase === "fresh" ? isUsable(state) : state.phase',
    replace: "state.phase",
  },
  {
    name: "a caller gets the token of another user who has signed in meanwhile",
    file: "session/token-access.ts",
    find: 'if (settled.session.user.uid !== owner) throw new IdentityError("session-changed");',
    replace: "",
  },
  {
    name: "a failed sign-in replaces the session",
    file: "sign-in/credential.ts",
    find: 'if (runner.getSession()?.generation !== generation) throw new IdentityError("session-changed");',
    replace: "",
  },
  {
    name: "a request has no deadline",
    file: "http/http.ts",
    find: "withinTime(network, network.timeoutMs, request, outer)",
    replace: "withinTime(network, 1e9, request, outer)",
  },
  {
    name: "a refusal of a broken proxy counts",
    file: "http/http.ts",
    find: "const status = response.ok && !message ? 503 : response.status;",
    replace: "const status = response.status;",
  },
  {
    name: "each rejection of a document's token forces a refresh, in both clients",
    ...{ source: "user-document", file: "refresh-budget.ts", world: "documents" },
    find: 'return now - forcedAt < pauseMs ? "pause" : "force";',
    replace: 'return "force";',
    beside: {
      name: "forced refreshes have no back-off",
      file: "session/lifecycle.ts",
      find: "event.force && isRetryDue(state.forced, now)",
      replace: "event.force",
    },
  },
  {
    name: "an exchange forgets its forced refresh if storage is read meanwhile",
    file: "session/lifecycle.ts",
    find: "    forced: record.forced,\n",
    replace: "",
  },
  {
    name: "a failed transaction leaves its connection open",
    file: "persistence/persistence.ts",
    find: "      reconnect();\n",
    replace: "      connection = undefined;\n",
  },
  {
    name: "an exchange that the page gives up counts as a failure",
    file: "session/exchange.ts",
    find: 'if (signal.aborted || hasCode(error, "custody-unavailable")) throw error;',
    replace: 'if (hasCode(error, "custody-unavailable")) throw error;',
  },
  {
    name: "the seconds that a service asks for count as milliseconds",
    file: "http/http.ts",
    find: "now + Number(value) * 1000",
    replace: "now + Number(value)",
  },
  {
    name: "a refusal counts after later exchanges",
    file: "session/lifecycle.ts",
    find: "{ ...kept, isRefused: false }",
    replace: "kept",
  },
  {
    name: "the last look of one part of a page ends the stream of the others",
    ...{ source: "user-document", file: "watch.ts", world: "documents" },
    find: "if (listeners.delete(callListener) && !listeners.size) dispatch",
    replace: "if (listeners.delete(callListener)) dispatch",
  },
  {
    name: "a stream that begins again does not know that it shows nothing",
    ...{ source: "user-document", file: "view.ts", world: "documents" },
    find: "shown = snapshot = malformed = undefined;",
    replace: "snapshot = malformed = undefined;",
  },
];
