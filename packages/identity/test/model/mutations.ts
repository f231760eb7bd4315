import type { Mutation } from "./mutation.ts";
import { POPUP_MUTATIONS } from "./popup/mutations.ts";
import type { Rules } from "./session/machine.ts";

const lifecycle = (name: string, find: string, replace: string, fault?: number): Mutation => ({
  ...{ name, file: "lifecycle.ts", find, replace },
  ...(fault && { fault }),
});
const steps = (name: string, find: string, replace: string, fault?: number): Mutation => ({
  ...{ name, file: "exchange-steps.ts", find, replace },
  ...(fault && { fault }),
});
const rule = (name: string, broken: keyof Rules, fault?: number): Mutation => ({
  ...{ name, rule: broken },
  ...(fault && { fault }),
});

export const MUTATIONS: readonly Mutation[] = [
  rule("a late change writes although a later one was given", "lateChangesYield", 1),
  steps(
    "a late change writes whatever storage holds",
    "expected = isLate ? base : undefined",
    "expected = undefined as Base",
    1,
  ),
  steps(
    "a change writes whatever storage holds",
    "!(expected && current.setAside !== undefined) &&\n  mayReplaceRecord(",
    "true || mayReplaceRecord(",
    2,
  ),
  lifecycle(
    "a postponed removal is unconditional",
    'writeEffect("clear", record, base, base)',
    'writeEffect("clear", record, base)',
    2,
  ),
  lifecycle(
    "an unknown format ends the session that is shown",
    "if (record.setAside !== undefined) {",
    "if (record.setAside !== undefined && !state.session) {",
    3,
  ),
  {
    name: "a token is refused for want of a custom claim",
    fault: 4,
    file: "tokens.ts",
    find: "if (lifetime <= 0)",
    replace: 'if (claims["email"] === undefined)',
  },
  {
    name: "the user of a refreshed token is not compared",
    fault: 5,
    file: "tokens.ts",
    find: "if (user && user.uid !== claims.sub)",
    replace: "if (false)",
  },
  rule("what a late write has stored is not looked at", "lateOutcomesAreShown", 6),
  rule("a sign-out is not noted beside storage", "notesSignOuts"),
  rule("storage commands run side by side", "isQueue"),
  rule("other tabs are not told of what is stored", "tellsOthers"),
  rule("a read that a late change has outdated is shown", "readsAgain"),
  rule("a record is shown while a change is under way", "waitsForChanges"),
  rule("two tabs hold the lock", "hasLock"),
  steps(
    "the second look does not look at storage",
    "const isOlder = !stored || isNewerThanRecord(held, stored);",
    "const isOlder = true;",
  ),
  steps(
    "the second look ignores another tab's failure",
    " ||\n    (record.retry?.retryAt !== held.retry?.retryAt && !isRetryDue(record.retry, now));",
    ";",
  ),
  steps(
    "an exchange writes whatever storage holds",
    "  current.setAside === undefined &&\n",
    "  current !== undefined ||\n",
  ),
  {
    name: "storage that cannot be read counts as one that has refused the session",
    file: "state.ts",
    find: 'if (durability !== "memory" && durability !== "removal-pending") return false;',
    replace: 'if (durability === "durable") return false;',
  },
  steps(
    "an exchange that storage did not take counts as stored",
    "isStored ? written : undefined",
    "written",
  ),
  steps(
    "a refresh overwrites the profile that was read meanwhile",
    "{ ...next.session, user: session.user }",
    "next.session",
  ),
  lifecycle(
    "an overtaken exchange ends what storage refused",
    "if (!isNewerThanRecord(state, record)) return adoptRecord(state, record, now, true);",
    "return adoptRecord(state, record, now, true);",
  ),
  lifecycle(
    "tokens that expired meanwhile are shown as fresh",
    "const step = isTokenUsable(session, now) ?",
    "const step = true ?",
  ),
  lifecycle("a sign-in is not stored", 'writeEffect("store", { session: event.session }, state.base),', ""),
  lifecycle(
    "a late answer to a sign-in is taken",
    "state.latestSignIn === event.session.generation",
    "event.session.generation.length > 0",
  ),
  lifecycle(
    "a sign-out keeps the sign-in under way alive",
    "const latestSignIn = isRefused ? state.latestSignIn : undefined;",
    "const { latestSignIn } = state;",
  ),
  lifecycle(
    "new tokens of an ended session bring it back",
    "return isSessionOf(state, session.generation, session.user)",
    "return state.session",
  ),
  lifecycle(
    "the profile of another session is shown",
    "return isSessionOf(state, event.generation, event.user) && !isSame",
    "return state.session && !isSame",
  ),
  lifecycle(
    "an exchange's outcome is taken for any session",
    "return hasToken(state, event.idToken)\n        ? afterExchange(state, event, now)",
    "return state.session\n        ? afterExchange(state as SignedIn, event, now)",
  ),
  {
    name: "a second exchange starts while one runs",
    file: "state.ts",
    find: '!!state.session && state.phase !== "refreshing"',
    replace: "!!state.session",
  },
  lifecycle(
    "forced refreshes have no back-off",
    "event.force && isRetryDue(state.forced, now)",
    "event.force",
  ),
  lifecycle(
    "asking for a token shortens the back-off",
    "if (!isIdle(state) || !isRetryDue(state.retry, now)) return stepTo(state);",
    "if (!isIdle(state)) return stepTo(state);",
  ),
  lifecycle(
    "the first refusal of a token ends the session",
    'reason === "user-disabled" || state.session.isSecondChance',
    "reason !== undefined",
  ),
  lifecycle(
    "a refusal of an older token ends the session",
    "if (!hasToken(state, event.idToken)) return stepTo(state);\n      if (reason",
    "if (!state.session) return stepTo(state);\n      if (reason",
  ),
  lifecycle(
    "a failed read means signed out",
    'return state.status === "unknown"\n        ? stepTo(',
    "return forgetSession(state, undefined).state === state\n        ? stepTo(",
  ),
  lifecycle(
    "a refused removal is forgotten",
    'state.base?.every((generation) => !generation) ? state : { ...state, durability: "removal-pending" }',
    "state",
  ),
  lifecycle(
    "a refused write is forgotten",
    '? stepTo({ ...state, durability: "memory" }, emitEffect',
    "? stepTo({ ...state }, emitEffect",
  ),
  lifecycle(
    "what storage refused is not tried again",
    "? retryWrite({ ...state, base: [generationOf(record)] }, now, record)",
    "? stepTo(state)",
  ),
  lifecycle(
    "a wake does not look at storage",
    'const look: Effect[] = [{ type: "read" }, emit',
    "const look: Effect[] = [emit",
  ),
  lifecycle(
    "a failed exchange is not waited out",
    '? stepTo({ ...rested, phase: "waiting", retry, dueAt: retry.retryAt }, ...effects)',
    '? stepTo({ ...rested, phase: "waiting", retry, dueAt: Number.MAX_SAFE_INTEGER }, ...effects)',
  ),
  lifecycle(
    "a sign-out leaves storage as it is",
    "return forgetSession(ended, reason, clear);",
    "return forgetSession(ended, reason);",
  ),
  lifecycle(
    "a sign-in does not know that a removal came before it",
    'base: base?.concat(""), latestSignIn, endedAt } as const;',
    "base, latestSignIn, endedAt } as const;",
  ),
  {
    name: "any failure of an exchange ends the session",
    file: "exchange-steps.ts",
    find: "if (signedOut) return { signedOut };",
    replace: "return { signedOut };",
  },
  {
    name: "a tab in memory always thinks that it is newer",
    file: "state.ts",
    find: "(!!session || !!record.session) && mayReplaceRecord(state, record, now)",
    replace: "(!!session || !!record.session)",
  },
  {
    name: "a session in memory gives way to the one that it replaced",
    file: "state.ts",
    find: 'if (durability !== "memory" && durability !== "removal-pending") return false;',
    replace: 'if (durability !== "removal-pending") return false;',
  },
  {
    name: "a sign-out before the first read ends what was stored later",
    file: "state.ts",
    find: "stored.receivedAt <= endedAt || stored.receivedAt > now",
    replace: "true",
  },
  {
    name: "a failure that storage refused is forgotten",
    file: "state.ts",
    find: "isLaterStep(retry, record.retry)",
    replace: "false",
  },
  steps(
    "a token's life counts from its receipt",
    "createSession(answer, sentAt, session)",
    "createSession(answer, now, session)",
  ),
  steps(
    "an exchange stores tokens of a session that its tab has ended",
    'generationOf(state) === generationOf(held) ? state.durability : "durable"',
    "state.durability",
  ),
  ...POPUP_MUTATIONS,
];
