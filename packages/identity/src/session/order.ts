import type { SignOutReason } from "../errors/identity-error.ts";
import { laterStep } from "../http/retry.ts";
import { type Place, placeOf, type Session, type SessionRecord } from "./record.ts";

/** The record of a session that ended because its tokens were refused. Newer tokens are greater, and continue it. */
export const endOf = (
  { stamp, generation, change, turn }: Place,
  signedOut?: SignOutReason,
): SessionRecord => ({
  end: { stamp, generation, change, turn },
  signedOut,
});

/** The stamp of a sign-in or sign-out: the time, unless one of the given records has a later stamp. */
export const nextStampAfter = (now: number, ...known: (SessionRecord | undefined)[]): number =>
  Math.max(now, ...known.map((record) => (record ? placeOf(record).stamp + 1 : 0)));

/**
 * What decides which of two records is greater. Two tokens share a place if two tabs exchange without a lock, or if
 * the later ones had expired on arrival. Last, a session whose custody has returned the refresh token is greater than the same session with a handle.
 */
const ranksOf = (record: SessionRecord): (string | number)[] => {
  const { session, signedOut = "" } = record;
  const { stamp, generation, change, turn } = placeOf(record);
  const { receivedAt = 0, idToken = signedOut, refreshToken } = session ?? {};
  return [stamp, generation, change, turn, session ? 0 : 1, receivedAt, idToken, refreshToken ? 1 : 0];
};

/** Whether two records have the same tokens, or none. Tokens of two turns within a second have the same text. */
export const hasSameTokens = (one: SessionRecord | undefined, other: SessionRecord | undefined): boolean =>
  one?.session?.idToken === other?.session?.idToken &&
  (!one?.session || !other || ranksOf(one).slice(0, 4).join() === ranksOf(other).slice(0, 4).join());

/** Whether the first record is less. */
export function isLess(one: SessionRecord, other: SessionRecord): boolean {
  const own = ranksOf(one);
  const others = ranksOf(other);
  const index = own.findIndex((rank, at) => rank !== others[at]);
  return (own[index] as number) < (others[index] as number);
}

/**
 * The greater of two records: the only rule for what a tab shows and what storage gets. It is commutative, associative
 * and idempotent, so a write may arrive after its deadline, or twice. Of two records of one sign-in, the result
 * also has the later profile, and the later refusal and failure of its turn.
 * @returns `one` itself if the other record adds nothing
 */
export function join(one: SessionRecord, other: SessionRecord): SessionRecord {
  const [greater, lesser] = isLess(one, other) ? [other, one] : [one, other];
  const { session } = greater;
  const former = lesser.session;
  if (!session || !former) return greater;
  if (session.stamp !== former.stamp || session.generation !== former.generation) return greater;
  const isSameTurn = session.change === former.change && session.turn === former.turn;
  const { user, profileAt } = former.profileAt > session.profileAt ? former : session;
  // A refusal and a failure belong to the tokens of their turn. New tokens count as good, and may be exchanged at once.
  const refusedTurn = isSameTurn ? laterTurn(session, former) : session.refusedTurn;
  const retry = isSameTurn ? laterStep(greater.retry, lesser.retry) : greater.retry;
  const isSame = user === session.user && refusedTurn === session.refusedTurn && retry === greater.retry;
  return isSame ? greater : { ...greater, retry, session: { ...session, user, profileAt, refusedTurn } };
}

const laterTurn = ({ refusedTurn: one }: Session, { refusedTurn: other }: Session): number | undefined =>
  (other ?? -1) > (one ?? -1) ? other : one;

export const joinAll = (first: SessionRecord, ...others: (SessionRecord | undefined)[]): SessionRecord =>
  others.reduce<SessionRecord>((joined, record) => (record ? join(joined, record) : joined), first);

/**
 * The record in storage after a write.
 * @param before absent: an unknown format. It may be another release's session, which only a sign-in or sign-out replaces
 */
export const nextStored = (
  before: SessionRecord | undefined,
  own: SessionRecord,
  isAction: boolean,
): SessionRecord | undefined => (before ? join(before, own) : isAction ? own : undefined);
