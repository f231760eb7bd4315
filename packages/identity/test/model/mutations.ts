import type { Mutation } from "./mutation.ts";
import type { Rules } from "./session/machine.ts";

const fault =
  (file: string) =>
  (name: string, find: string, replace: string, number?: number): Mutation => ({
    name,
    file,
    find,
    replace,
    ...(number && { fault: number }),
  });
const lifecycle = fault("lifecycle.ts");
const order = fault("order.ts");
const exchange = fault("exchange.ts");
const rule = (name: string, broken: keyof Rules, number?: number): Mutation => ({
  name,
  rule: broken,
  ...(number && { fault: number }),
});

export const MUTATIONS: readonly Mutation[] = [
  order(
    "a write stores its record whatever storage holds",
    "before ? join(before, own) :",
    "before ? own :",
    1,
  ),
  order(
    "a write that no user has caused replaces an unknown format",
    "isAction ? own : undefined);",
    "own);",
    2,
  ),
  order(
    "the end of a token is less than the token",
    "turn, session ? 0 : 1, receivedAt",
    "turn, session ? 1 : 0, receivedAt",
  ),
  order(
    "changes of the account do not count",
    "return [stamp, generation, change, turn, session",
    "return [stamp, generation, turn, session",
  ),
  order(
    "the stamp of an action does not follow the known one",
    "(record ? placeOf(record).stamp + 1 : 0)",
    "(record ? 0 : 0)",
  ),
  order(
    "a later profile of another tab is lost",
    "former.profileAt > session.profileAt ? former : session",
    "session",
  ),
  order(
    "a failure that another tab has recorded is lost",
    "const retry = isSameTurn ? laterStep(greater.retry, lesser.retry) : greater.retry;",
    "const { retry } = greater;",
  ),
  lifecycle(
    "an unknown format ends the session that is shown",
    "const shown = show(next, own ? note : signOutAt(0), undefined);",
    "const shown = show(next, signOutAt(Number.MAX_SAFE_INTEGER), undefined);",
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
  rule("what a command does after its deadline is not shown", "reportsAfterDeadline", 6),
  rule("a sign-out is not noted beside storage", "notesSignOuts"),
  rule("other tabs are not notified of what is stored", "notifiesOthers"),
  rule("cleared storage counts as one that was never written", "knowsClearedStorage"),
  rule("two tabs hold the lock", "hasLock"),
  exchange("the second read does not look at storage", "hasSameTokens(found, start) &&", "found.session &&"),
  exchange(
    "the second read ignores another tab's failure",
    "!(isFailureNew && !isRetryDue(found.retry, now))",
    "true",
  ),
  exchange(
    "any failure of an exchange ends the session",
    "? endOf(session, reason)",
    '|| true ? endOf(session, reason ?? "user-disabled")',
  ),
  exchange(
    "a refusal ends every session",
    "endOf(session, reason)",
    "endOf({ ...session, stamp: session.stamp + 1e9 }, reason)",
  ),
  exchange(
    "a token's life counts from its receipt",
    "createSession(answer, sentAt, nextTurnOf(session))",
    "createSession(answer, now, nextTurnOf(session))",
  ),
  exchange(
    "new tokens have the place of those that were spent",
    "createSession(answer, sentAt, nextTurnOf(session))",
    "createSession(answer, sentAt, session)",
  ),
  exchange(
    "a forced refresh is not counted",
    "forced: isForced ? nextForcedRefresh(forced, answeredAt, backOff) : forced,",
    "forced,",
  ),
  lifecycle(
    "a sign-in is not stored",
    "emit({ type: event.type }), write(true));",
    "emit({ type: event.type }));",
  ),
  lifecycle(
    "an answer to a revoked sign-in is taken",
    "if (state.latestSignIn !== event.session.generation) return stepTo(state);",
    "",
  ),
  lifecycle(
    "a sign-out keeps the sign-in under way alive",
    "return show(next, signOutAt(event.stamp",
    "return show(state, signOutAt(event.stamp",
  ),
  lifecycle("a second exchange starts while one runs", "!!session && !state.exchanging", "!!session"),
  lifecycle(
    "forced refreshes have no back-off",
    'event.why === "forced-call" && isRetryDue(state.record?.forced, now)',
    'event.why === "forced-call"',
  ),
  lifecycle(
    "a call for a token shortens the back-off",
    "if (!isRetryDue(retry, now)) return stepTo(state);",
    "",
  ),
  lifecycle(
    "the first refusal of a token ends the session",
    "if (event.isFinal || refusedTurn === turn - 1)",
    "if (event.isFinal || turn >= 0)",
  ),
  lifecycle(
    "a refusal of an older token ends the session",
    "if (!session || session.idToken !== event.idToken) return stepTo(state);",
    "if (!session) return stepTo(state);",
  ),
  lifecycle(
    "a failed read means signed out",
    "  if (!state.record) {",
    "  if (!state.record) return show(state, signOutAt(0), undefined);\n  if (!state.record) {",
  ),
  lifecycle("a failed read does not look at the notes", "show(state, note, undefined);", "stepTo(state);"),
  lifecycle(
    "a read does not look at the notes",
    "const record = joinAll(stored, note, own);",
    "const record = joinAll(stored, own);",
  ),
  lifecycle(
    "a tab shows what storage holds although its own record is greater",
    "const record = joinAll(stored, note, own);",
    "const record = joinAll(stored, note);",
  ),
  lifecycle(
    "a refused write is forgotten",
    "return stepTo({ ...state, isUnsaved: true }, ...effects, ...degraded);",
    "return stepTo(state, ...effects, ...degraded);",
  ),
  lifecycle(
    "what storage refused is not tried again",
    "...(isStored ? [] : [write()]), ...effects",
    "...effects",
  ),
  lifecycle(
    "a wake does not look at storage",
    'const reread = [READ, emit({ type: "woke-up"',
    'const reread = [emit({ type: "woke-up"',
  ),
  lifecycle(
    "a failed exchange is not waited out",
    "{ ...saved, exchanging: undefined, pause }",
    "{ ...saved, pause }",
  ),
  lifecycle(
    "a sign-out leaves storage as it is",
    "event.reason), undefined, write(true));",
    "event.reason), undefined);",
  ),
  {
    name: "a retry has no timer",
    file: "lifecycle.ts",
    find: "if (retry) return isRetryDue(retry, now) ? now : retry.retryAt;",
    replace: "if (retry) return Number.MAX_SAFE_INTEGER;",
  },
];
