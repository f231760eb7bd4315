import { isRetryDue } from "../../../src/session/retry.ts";
import { generationOf, type Session, type StoredRecord } from "../../../src/session/session.ts";
import type { SessionEvent, SessionState, Step } from "../../../src/session/state.ts";
import { isTokenUsable, tokenLifetimeOf } from "../../../src/session/tokens.ts";
import { Violation } from "../search.ts";
import { LIFETIME_S, USERS } from "./names.ts";
import { type Command, type Exchange, type Tab, userOf, type World } from "./world.ts";

const LIFETIME_MS = LIFETIME_S * 1000;

export function must(isKept: boolean, rule: string): void {
  if (!isKept) throw new Violation(rule);
}

function checkOwner(session: Session | undefined): void {
  if (session)
    must(session.user.uid === USERS[userOf(session)], "tokens appear only under their own user's profile");
}

/** Whether the event shows a record that another tab has stored. */
const isRead = ({ type }: SessionEvent) => type === "storage-read" || type === "exchange-overtaken";

const end = (world: World, generation: string) => {
  if (generation && !world.ended.includes(generation)) world.ended.push(generation);
};

/**
 * The user signs out of the session that the tab shows and of those that it knows to be in storage. A stored session
 * that it does not know yet ends too, but the tab cannot name it.
 */
function signOut(world: World, { session, base = [] }: SessionState): void {
  end(world, generationOf(world.stored));
  for (const generation of [...base, session?.generation ?? ""]) {
    end(world, generation);
    if (generation && !world.signedOut.includes(generation)) world.signedOut.push(generation);
  }
}

/** Checks one step of one tab: the state before, the event, the state after. */
export function checkStep(
  world: World,
  tab: Tab,
  { before, event, step }: { before: SessionState; event: SessionEvent; step: Step },
): void {
  const { state, effects } = step;
  const exchanges = effects.filter(({ type }) => type === "exchange").length;
  const own = before.session?.generation;
  const next = state.session?.generation;
  checkOwner(state.session);
  must(
    before.status === "unknown" || state.status !== "unknown",
    "a tab that knows who is signed in never forgets it",
  );
  checkEnding(world, before, event, state);
  if (event.type === "sign-out" && state.status === "signed-out") signOut(world, before);
  if (own !== undefined && own !== next) {
    // A session that ends by a storage read was ended by the tab that wrote the record.
    if (!isRead(event)) end(world, own);
    if (!tab.left.includes(own)) tab.left.push(own);
  }
  if (next !== undefined && next !== own && world.hasHistory)
    must(
      !tab.left.includes(next),
      "a session that was signed out or replaced is never shown again, in that tab or in a page that opens later",
    );
  if (isRead(event) && "record" in event && event.record.isSignOutNoted && world.hasHistory)
    must(world.ended.includes(generationOf(event.record)), "a note ends only what was ended");
  checkExchanges(world, before, event, step);
  checkUnreadEnd(world, before, event, step);
  if (state.status === "signed-out") {
    const isEmpty = state.session === undefined && state.dueAt === undefined && tab.timer === undefined;
    must(
      isEmpty && !effects.some(({ type }) => type === "store"),
      "rule 5: signed out leaves no token and no timer",
    );
  }
  if (state.phase === "fresh" && (before.phase === "refreshing" || event.type === "token-asked"))
    must(isTokenUsable(tokenLifetimeOf(state), world.now), "rule 4: no expired token is handed out");
  if (state.phase === "fresh" || state.phase === "waiting")
    must(tab.timer !== undefined, "a state that waits for time has its timer");
  if (
    event.type === "storage-read" &&
    !event.isPending &&
    event.record.session &&
    !event.record.isSignOutNoted &&
    before.status === "unknown"
  )
    must(generationOf(state) === generationOf(event.record), "rule 6: a stored session is shown at once");
  if (event.type === "signed-in" && world.hasHistory)
    must(
      tab.meant === event.session.generation || state.session === before.session,
      "a sign-in counts only if the user has neither signed out nor begun another one since",
    );
  if (event.type === "signed-in" && before.latestSignIn === event.session.generation)
    must(state.session === event.session && exchanges === 0, "rule 7: a sign-in is shown in its own step");
}

const isOvertakenInMemory = ({ durability, base }: SessionState) =>
  durability === "memory" && base !== undefined && !base.includes("");

/** Rule 1: only certain events may end a session. */
function checkEnding(world: World, before: SessionState, event: SessionEvent, state: SessionState): void {
  if (!before.session || state.session) return;
  const { idToken, generation } = before.session;
  switch (event.type) {
    case "sign-out":
      return;
    case "exchanged": {
      must(
        event.idToken === idToken && !event.record.session,
        "rule 1: an exchange ends only its own session",
      );
      return;
    }
    case "token-refused": {
      const isFinal = event.reason === "user-disabled" || world.forced.includes(idToken);
      must(
        !world.hasHistory || isFinal,
        "rule 1: a refused token is refreshed once before it ends the session",
      );
      return;
    }
    default:
      must(isRead(event), "rule 1: only a sign-out or a refusal of its own tokens ends a session");
      // A session that storage refused gives way to a change by another tab, because that tab could not know of the
      // session.
      if (world.hasHistory && !isOvertakenInMemory(before))
        must(
          world.ended.includes(generation),
          "rule 1: an empty read ends a session only where an ending was written",
        );
  }
}

const UNREAD = "a tab that has not read storage ends only what was stored when its own session ended";

/** A session from the future is older too, because the clock was set back since. */
const isOlder = (
  { session: { receivedAt = 0 } = {} as Session }: StoredRecord,
  endedAt = 0,
  now = 0,
): boolean => receivedAt <= endedAt || receivedAt > now;

/** A tab that ended its session before its first read ends what it finds. Another tab may have signed in since. */
function checkUnreadEnd(world: World, before: SessionState, event: SessionEvent, { effects }: Step): void {
  if (event.type !== "storage-read" || before.session || before.base) return;
  if (event.record.isSignOutNoted || !effects.some(({ type }) => type === "clear")) return;
  must(isOlder(event.record, before.endedAt, world.now), UNREAD);
  end(world, generationOf(event.record));
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
  if (exchanges === 0 || before.session?.idToken !== state.session?.idToken) return;
  const isOver = event.type === "exchanged" || event.type === "exchange-overtaken";
  must(isOver || before.phase !== "refreshing", "rule 2: one exchange at a time in a tab");
  if (
    event.type === "token-asked" &&
    event.force &&
    before.session &&
    isTokenUsable(tokenLifetimeOf(before), world.now)
  )
    must(
      isRetryDue(before.forced, world.now),
      "the refresh budget: one forced refresh per step of the back-off",
    );
  // What another tab has stored counts, if it is newer than what this tab could not store.
  const isOwnRecord = event.type === "storage-read" && event.record.retry === undefined;
  if (isOwnRecord && before.durability === "memory")
    must(isRetryDue(before.retry, world.now), "rule 2: a failure counts although storage has refused it");
  if (event.type === "token-refused" || event.type === "token-asked")
    must(isRetryDue(before.retry, world.now), "the refresh budget: no caller shortens a back-off");
}

/**
 * Called when storage is written. `isFollowed`: the same tab has queued a removal or another sign-in after this
 * write. A sign-in may be stored until then, but an exchange never stores the tokens of a session that has ended.
 */
export function checkWrite(world: World, command: Command, next: StoredRecord, isFollowed: boolean): void {
  const { stored } = world;
  checkOwner(next.session);
  const [was, is] = [generationOf(stored), generationOf(next)];
  const hasNews = stored.session?.user.displayName !== undefined;
  if (was === is && command.kind === "renew" && hasNews)
    must(next.session?.user.displayName !== undefined, "an exchange never brings back an older profile");
  if (was === is) return;
  if (was !== "" && command.kind === "clear" && !command.base)
    must(isOlder(stored, command.endedAt, world.now), UNREAD);
  if (was !== "" && (command.kind === "store" || command.kind === "clear"))
    must(
      (command.isAsked && !command.isLate) || !command.base || command.base.includes(was),
      "a change that is late or retried ends only a session that its tab knows",
    );
  if (world.hasHistory && (!isFollowed || command.kind === "renew"))
    must(!world.ended.includes(is), "what was ended never comes back into storage");
  must(command.kind !== "store-user", "a profile never brings another session into storage");
  end(world, was);
}

/** Called when a tab receives what storage reports after its deadline, unless the tab has a newer change. */
export function checkLate({ state }: Tab): void {
  must(state.status !== "unknown", "what storage reports late is shown");
}

/** Called after every move: without a failure, nothing more is needed for the tabs to agree. */
export function checkQuiet({ tabs, stored, exchanges, isTroubled, hasHistory }: World): void {
  if (!hasHistory || isTroubled || exchanges.length > 0) return;
  if (tabs.some(({ page, queue, inbox }) => page === "frozen" || queue.length > 0 || inbox.length > 0))
    return;
  for (const { page, state } of tabs)
    must(
      page !== "open" || generationOf(state) === generationOf(stored),
      "without a failure, all tabs show the stored session as soon as nothing is under way",
    );
}

/** Called when an exchange is answered. */
export function checkAnswer({ session, retry }: StoredRecord, sentAt: number): void {
  if (session && !retry)
    must(session.expiresAt - LIFETIME_MS <= sentAt, "rule 4: a token's life counts from before its request");
}

/** Called when a refresh token is sent to the server. */
export function checkSent(world: World, exchange: Exchange, stored: StoredRecord | undefined): void {
  const sent = world.exchanges.filter(({ stage }) => stage === "sent");
  must(sent.length <= 1, "rule 2: one exchange in flight per browser while the lock works");
  checkOwner(exchange.record?.session);
  if (!stored?.session || stored.setAside !== undefined) return;
  const { retry } = stored;
  const isNews = retry !== undefined && retry.retryAt !== exchange.held.retry?.retryAt;
  must(
    !isNews || isRetryDue(retry, world.now) || stored.session.idToken !== exchange.held.session.idToken,
    "rule 2: an outage costs one attempt per step of the back-off for all tabs",
  );
}
