import type { Scheduler } from "../scheduler.ts";

export type SessionWatch = ReturnType<typeof createSessionWatch>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A request may act this long after it was sent. */
const LATE_MS = 90_000;
/** A session ends after this time without an exchange, and a released one this long after its release. */
const IDLE_MS = 30 * DAY_MS;
const RELEASED_MS = 7 * DAY_MS;

type Parts = {
  scheduler: Scheduler;
  fail: (rule: string, text: string) => void;
};

/** Knows why a session of the server may end, and that one exchange of it runs at a time. */
export function createSessionWatch({ scheduler, fail }: Parts) {
  const { now } = scheduler;
  /** When each session was last used, and first released. */
  const usedAt = new Map<string, number>();
  const releasedAt = new Map<string, number>();
  const isOlder = (at: number | undefined, ms: number): boolean => at !== undefined && now() - at > ms;
  /** When Google last refused a user's refresh token for good. */
  const refusals = new Map<string, number>();
  /** When a person last ended the other sessions of an account. */
  const othersEndedAt = new Map<string, number>();
  /** The sessions whose end has a reason. */
  const unwanted = new Set<string>();
  const claims = new Map<string, { claim: string; until: number }>();
  /** By session, the one that it replaced. */
  const replaced = new Map<string, string | undefined>();
  /** When the server first stored each session. */
  const storedAt = new Map<string, number>();
  /** The sessions that a session replaced, the last one first. */
  function* replacedBefore(id: string): Generator<string> {
    for (let other = replaced.get(id); other !== undefined; other = replaced.get(other)) yield other;
  }
  return {
    claimed: (id: string, claim: string, until: number): void => {
      const running = claims.get(id);
      if (running && running.claim !== claim && running.until > now())
        fail("one exchange per session at a time", "a claimed session is claimed");
      claims.set(id, { claim, until });
    },
    /** The claim is over. */
    unclaimed: (id: string): void => void claims.delete(id),
    holds: (id: string, claim: string): boolean => claims.get(id)?.claim === claim,
    /** The server stores a session. */
    stored: (id: string): void => void storedAt.set(id, now()),
    /** A hand-over begins a session beside the last one of its browser, if that has one. */
    replaces: (id: string, before: string | undefined): void => void replaced.set(id, before),
    /** A page uses a session, so those that its browser had before may end. */
    used: (id: string): void => {
      usedAt.set(id, now());
      for (const other of replacedBefore(id)) unwanted.add(other);
    },
    /** The session that a session replaced, if any. */
    replacedBy: (id: string): string | undefined => replaced.get(id),
    /** A page gets the refresh token of a session back. It may get it again for a week if the response was lost. */
    released: (id: string): void => {
      if (isOlder(releasedAt.get(id), RELEASED_MS))
        fail("a token is released for a week only", "a session is released after it");
      if (!releasedAt.has(id)) releasedAt.set(id, now());
    },
    refused: (uid: string): void => void refusals.set(uid, now()),
    mayEnd: (id: string): void => void unwanted.add(id),
    /** Whether a browser may lack the key that a session is bound to. */
    mayLackKey: (id: string, may: boolean): void =>
      void (may ? unwanted.add(`key of ${id}`) : unwanted.delete(`key of ${id}`)),
    /** Whether a browser may lack that key. The server refuses such a session for an hour as if for a time. */
    lacksKey: (id: string): boolean => unwanted.has(`key of ${id}`),
    mayEndOthers: (uid: string): void => void othersEndedAt.set(uid, now()),
    othersEndedAt: (): number => Math.max(...othersEndedAt.values(), Number.NEGATIVE_INFINITY),
    /**
     * Whether the server may say for good that a session of a user has ended. A page may hear of it only after it shows
     * a later sign-in, so the refused session's own start counts.
     * @param shownAt counts for a session that the server has not stored
     */
    mayRefuse: (handle: string, uid: string, shownAt: number): boolean => {
      const since = storedAt.get(handle) ?? shownAt;
      return (
        isOlder(usedAt.get(handle) ?? since, IDLE_MS - HOUR_MS) ||
        isOlder(releasedAt.get(handle), RELEASED_MS - HOUR_MS) ||
        unwanted.has(handle) ||
        unwanted.has(`key of ${handle}`) ||
        (othersEndedAt.get(uid) ?? Number.NEGATIVE_INFINITY) + LATE_MS >= since ||
        (refusals.get(uid) ?? 0) >= since
      );
    },
  };
}
