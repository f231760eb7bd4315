import { isRetryDue } from "../../../src/http/back-off.ts";
import { dueAtOf } from "../../../src/session/lifecycle.ts";
import { isLess } from "../../../src/session/order.ts";
import { type Session, type SessionRecord, signOutAt } from "../../../src/session/record.ts";
import { type SessionEvent, type SessionState, type Step, viewOf } from "../../../src/session/state.ts";
import { isTokenUsable } from "../../../src/session/tokens.ts";
import { Violation } from "../search.ts";
import { LIFETIME_S, USERS } from "./names.ts";
import { type Command, type Exchange, generationOf, type Tab, userOf, type World } from "./world.ts";

const LIFETIME_MS = LIFETIME_S * 1000;

export function must(isKept: boolean, rule: string): void {
  if (!isKept) throw new Violation(rule);
}

function checkOwner(record: SessionRecord | undefined): void {
  const session = record?.session;
  if (session)
    must(session.user.uid === USERS[userOf(session)], "tokens appear only under their own user's profile");
}

const SIGN_OUT = signOutAt(0).end?.generation;

/** Whether the event shows what another tab has done, such as a sign-out that an exchange found in storage. */
const isRead = (event: SessionEvent) =>
  event.type === "storage-read" ||
  event.type === "storage-failed" ||
  (event.type === "exchanged" && (!event.isOwn || event.record?.end?.generation === SIGN_OUT));

const end = (world: World, generation: string) => {
  if (generation && !world.ended.includes(generation)) world.ended.push(generation);
};

/** A sign-out ends every session of an earlier stamp, in every tab and in storage. */
function signOut(world: World, before: SessionState, stamp: number): void {
  const records = [world.stored, before.record, ...world.tabs.map(({ state }) => state.record)];
  for (const record of records) {
    const { session } = record ?? {};
    if (!session || session.stamp > stamp) continue;
    end(world, session.generation);
    if (!world.signedOut.includes(session.generation)) world.signedOut.push(session.generation);
  }
}

/** Checks one step of one tab: the state before, the event, the state after. */
export function checkStep(
  world: World,
  tab: Tab,
  { before, event, step }: { before: SessionState; event: SessionEvent; step: Step },
): void {
  const { state, effects } = step;
  const [was, is] = [viewOf(before), viewOf(state)];
  const exchanges = effects.filter(({ type }) => type === "exchange").length;
  const own = was.session?.generation;
  const next = is.session?.generation;
  checkOwner(state.record);
  must(
    was.status === "unknown" || is.status !== "unknown",
    "a tab that knows who is signed in never forgets it",
  );
  must(
    !before.record || (!!state.record && !isLess(state.record, before.record)),
    "a tab's record only grows",
  );
  checkEnding(world, before, event, state);
  if (event.type === "storage-failed")
    must(
      was.status !== "unknown" || is.status === "unknown" || world.note > 0,
      'a failed read is never "no user"',
    );
  if (event.type === "sign-out") signOut(world, before, event.stamp);
  // A session that ends by a storage read was ended by the tab that wrote the record.
  if (own !== undefined && own !== next && !isRead(event)) end(world, own);
  if (next !== undefined && next !== own && world.hasHistory)
    must(!tab.left.includes(next), "a session that was signed out is never shown in a page that opens later");
  checkExchanges(world, before, event, step);
  if (is.status === "signed-out")
    must(
      is.session === undefined && tab.timer === undefined && exchanges === 0,
      "rule 5: signed out leaves no token and no timer",
    );
  if (is.phase === "fresh" && (was.phase === "refreshing" || event.type === "token-requested"))
    must(
      isTokenUsable(is.session as never, world.now) || dueAtOf(state, world.now) === world.now,
      "rule 4: no expired token is handed out",
    );
  if (is.phase === "fresh" || is.phase === "waiting")
    must(tab.timer !== undefined, "a state that waits for time has its timer");
  if (event.type === "storage-read" && event.record?.session && was.status === "unknown")
    must(
      generationOf(state.record) === generationOf(event.record) ||
        event.record.session.stamp <= (event.note.end?.stamp ?? 0),
      "rule 6: a stored session is shown at once",
    );
  if (event.type === "signed-in" && world.hasHistory)
    must(
      tab.meant === event.session.generation || is.session === was.session,
      "a sign-in counts only if the user has neither signed out nor begun another one since",
    );
  if (event.type === "signed-in" && before.latestSignIn === event.session.generation)
    must(is.session === event.session && exchanges === 0, "rule 7: a sign-in is shown in its own step");
}

/** The end of refused tokens is no later than they are. It would end later sign-ins. */
function checkEnd(record: SessionRecord | undefined, { stamp }: Session): void {
  if (record?.end) must(record.end.stamp <= stamp, "rule 1: a refusal ends no later sign-in");
}

/** Rule 1: only certain events may end a session. */
function checkEnding(world: World, before: SessionState, event: SessionEvent, state: SessionState): void {
  const session = before.record?.session;
  if (!session) return;
  const { idToken, generation } = session;
  if (state.record?.session) {
    const isRefused = event.type === "token-refused" && event.isFinal && event.idToken === idToken;
    must(!isRefused, "a final refusal of the tokens ends the session");
    return;
  }
  if (event.type === "sign-out") return;
  if (event.type === "exchanged" && !isRead(event)) {
    must(event.idToken === idToken, "rule 1: an exchange ends only its own session");
    return;
  }
  if (event.type === "token-refused") {
    must(event.idToken === idToken, "rule 1: a refusal of an older token ends no session");
    checkEnd(state.record, session);
    const isFinal = event.isFinal || event.reason === "user-disabled" || world.forced.includes(idToken);
    must(
      !world.hasHistory || isFinal,
      "rule 1: a refused token is refreshed once before it ends the session",
    );
    return;
  }
  must(isRead(event), "rule 1: only a sign-out or a refusal of its own tokens ends a session");
  // The end of a later sign-in, which has replaced this one, may be written before this one reaches storage.
  const isReplaced = (state.record?.end?.stamp ?? 0) > session.stamp;
  if (world.hasHistory && !isReplaced)
    must(world.ended.includes(generation), "rule 1: a read ends a session only where an ending was written");
}

/** Checks the parts of rule 2 and of the refresh budget that a single step can violate. */
function checkExchanges(
  world: World,
  before: SessionState,
  event: SessionEvent,
  { state, effects }: Step,
): void {
  const exchanges = effects.filter(({ type }) => type === "exchange").length;
  must(exchanges <= 1, "rule 2: one exchange at a time in a tab");
  const session = before.record?.session;
  if (exchanges === 0 || session?.idToken !== state.record?.session?.idToken) return;
  const { phase, retry, forced } = viewOf(before);
  must(phase !== "refreshing", "rule 2: one exchange at a time in a tab");
  if (
    event.type === "token-requested" &&
    event.why === "forced-call" &&
    session &&
    isTokenUsable(session, world.now)
  )
    must(isRetryDue(forced, world.now), "the refresh budget: one forced refresh per step of the back-off");
  const isCall = event.type === "token-requested" && event.why !== "timer";
  if (event.type === "token-refused" || isCall)
    must(isRetryDue(retry, world.now), "the refresh budget: no caller shortens a back-off");
}

/** Called when storage is written. */
export function checkWrite(
  world: World,
  command: Command,
  before: SessionRecord | undefined,
  next: SessionRecord,
): void {
  checkOwner(next);
  if (before) must(!isLess(next, before), "a stored record only grows");
  else must(command.action !== undefined, "only a sign-in or sign-out replaces another version's record");
  const [was, is] = [generationOf(before), generationOf(next)];
  if (was === is && command.kind === "renew" && before?.session?.user.displayName !== undefined)
    must(next.session?.user.displayName !== undefined, "an exchange never brings back an older profile");
  if (was === is) return;
  if (world.hasHistory)
    must(
      !world.signedOut.includes(is) || (next.session?.stamp ?? 0) <= world.note,
      "what was signed out comes back into storage only if its end is noted",
    );
  end(world, was);
}

/** Called after every move: without a failure, nothing more is needed for the tabs to agree. */
export function checkQuiet({ tabs, stored, exchanges, isTroubled, hasHistory, last }: World): void {
  if (!hasHistory || isTroubled || exchanges.length > 0) return;
  if (tabs.some(({ page, queue, inbox }) => page === "frozen" || queue.length > 0 || inbox > 0)) return;
  const generation = generationOf(stored);
  for (const { page, state } of tabs)
    must(
      page !== "open" || generationOf(state.record) === generation,
      "without a failure, all tabs show the stored session as soon as nothing is under way",
    );
  // A session may also end by a refusal.
  if (last !== undefined)
    must(
      generation === last || generation === "",
      "without a failure, the user's last action wins in every tab",
    );
}

/** Called when an exchange is answered. */
export function checkAnswer(
  answered: SessionRecord,
  spent: Session,
  { sentAt, isRefused }: { sentAt: number; isRefused: boolean },
): void {
  const { session, retry } = answered;
  checkEnd(answered, spent);
  must(!!session || isRefused, "rule 1: only a refusal of an exchange ends its session");
  if (session && !retry)
    must(session.expiresAt - LIFETIME_MS <= sentAt, "rule 4: a token's life counts from before its request");
}

/** Called when a refresh token is sent to the server. */
export function checkSent(world: World, exchange: Exchange, stored: SessionRecord | undefined): void {
  const sent = world.exchanges.filter(({ stage }) => stage === "sent");
  must(sent.length <= 1, "rule 2: one exchange in flight per browser while the lock works");
  checkOwner(exchange.spent);
  if (!stored?.session) return;
  const { retry } = stored;
  must(
    !isLess(exchange.spent as SessionRecord, stored),
    "rule 2: an exchange spends no tokens that storage has replaced",
  );
  const isNews = retry !== undefined && retry.retryAt !== exchange.start.retry?.retryAt;
  must(
    !isNews || isRetryDue(retry, world.now) || stored.session.idToken !== exchange.start.session.idToken,
    "rule 2: an outage costs one attempt per step of the back-off for all tabs",
  );
}
