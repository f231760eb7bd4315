import type { SignOutReason } from "../errors/identity-error.ts";
import { laterStep, type Place, type Session, type SessionRecord } from "./record.ts";

/** The record of a session that ended because a server refused its tokens. Newer tokens are greater. */
export const endOf = (
  { stamp, generation, change, turn }: Place,
  signedOut?: SignOutReason,
): SessionRecord => ({
  end: { stamp, generation, change, turn },
  signedOut,
});

export const placeOf = ({ session, end }: SessionRecord): Place => session ?? end;

/** The stamp of an action of the user: greater than those of the given records. */
export const nextStampAfter = (now: number, ...known: (SessionRecord | undefined)[]): number =>
  Math.max(now, ...known.map((record) => (record ? placeOf(record).stamp + 1 : 0)));

/** What decides which of two records is greater. The last two differ only if two tabs exchange without a lock. */
const ranksOf = (record: SessionRecord): (string | number)[] => {
  const { session, signedOut = "" } = record;
  const { stamp, generation, change, turn } = placeOf(record);
  const { receivedAt = 0, idToken = signedOut } = session ?? {};
  return [stamp, generation, change, turn, session ? 0 : 1, receivedAt, idToken];
};

/** Whether two records have the same tokens, or none. Tokens of one second can have the same text. */
export const hasSameTokens = (one: SessionRecord | undefined, other: SessionRecord | undefined): boolean =>
  one?.session?.idToken === other?.session?.idToken &&
  (!one?.session || !other?.session || ranksOf(one).slice(0, 4).join() === ranksOf(other).slice(0, 4).join());

/** Positive if the first record is greater. */
export function compare(one: SessionRecord, other: SessionRecord): number {
  const ranks = ranksOf(other);
  const index = ranksOf(one).findIndex((rank, at) => rank !== ranks[at]);
  return index < 0 ? 0 : (ranksOf(one)[index] as number) > (ranks[index] as number) ? 1 : -1;
}

/**
 * The greater of two records: the only rule for what a tab shows and what storage gets. It is commutative, associative
 * and idempotent, so that a write may arrive early, after its deadline, or twice. The parts of one sign-in that need no
 * new tokens come from both records: the later profile, the last refusal, and the failure of the same turn.
 * @returns `one` itself if the other record adds nothing
 */
export function join(one: SessionRecord, other: SessionRecord): SessionRecord {
  const [greater, lesser] = compare(one, other) < 0 ? [other, one] : [one, other];
  const { session } = greater;
  const former = lesser.session;
  if (!session || !former) return greater;
  if (session.stamp !== former.stamp || session.generation !== former.generation) return greater;
  const isSameChange = session.change === former.change;
  const isSameTurn = isSameChange && session.turn === former.turn;
  const { user, profileAt } = former.profileAt > session.profileAt ? former : session;
  const refusedTurn = isSameChange ? laterTurn(session, former) : session.refusedTurn;
  // A failure belongs to the tokens of its turn. New ones may be exchanged at once.
  const retry = isSameTurn ? laterStep(greater.retry, lesser.retry) : greater.retry;
  const isSame = user === session.user && refusedTurn === session.refusedTurn && retry === greater.retry;
  return isSame ? greater : { ...greater, retry, session: { ...session, user, profileAt, refusedTurn } };
}

const laterTurn = ({ refusedTurn: one }: Session, { refusedTurn: other }: Session): number | undefined =>
  (other ?? -1) > (one ?? -1) ? other : one;

export const joinAll = (first: SessionRecord, ...others: (SessionRecord | undefined)[]): SessionRecord =>
  others.reduce<SessionRecord>((joined, record) => (record ? join(joined, record) : joined), first);

/**
 * The record in storage after a write. A value of an unknown format may be another release's session, which only an
 * action of the user replaces.
 * @param before the record in storage; absent: an unknown format
 */
export function nextStored(
  before: SessionRecord | undefined,
  own: SessionRecord,
  isAction: boolean,
): SessionRecord | undefined {
  if (before) return join(before, own);
  return isAction ? own : undefined;
}
