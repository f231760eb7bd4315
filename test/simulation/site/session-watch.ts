export type SessionWatch = ReturnType<typeof createSessionWatch>;

/** Knows why a session of the server may end, and that one exchange of it runs at a time. */
export function createSessionWatch({
  now,
  fail,
}: {
  now: () => number;
  fail: (rule: string, text: string) => void;
}) {
  /** When Google last refused a user's refresh token for good. */
  const refusals = new Map<string, number>();
  /** The sessions whose end has a reason. */
  const unwanted = new Set<string>();
  /** When every session was ended. */
  let endedAt = Number.NEGATIVE_INFINITY;
  const claims = new Map<string, { claim: string; until: number }>();
  /** By session, the one that it replaced. */
  const replaced = new Map<string, string | undefined>();
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
    replaces: (id: string, before: string | undefined): void => void replaced.set(id, before),
    /** A page uses a session, so those that its browser had before may end. */
    used: (id: string): void => {
      for (let other = replaced.get(id); other !== undefined; other = replaced.get(other))
        unwanted.add(other);
    },
    /** Every session of now may end. */
    mayEndAll: (): void => {
      endedAt = now();
      claims.clear();
    },
    refused: (uid: string): void => void refusals.set(uid, now()),
    mayEnd: (id: string): void => void unwanted.add(id),
    /** Whether a browser may lack the key that a session is bound to. */
    mayLackKey: (id: string, may: boolean): void =>
      void (may ? unwanted.add(`key of ${id}`) : unwanted.delete(`key of ${id}`)),
    mayEndOthers: (uid: string): void => void unwanted.add(`others of ${uid}`),
    /** Whether the server may say for good that a session of a user has ended. */
    mayRefuse: (handle: string, uid: string, since: number): boolean =>
      since <= endedAt ||
      unwanted.has(handle) ||
      unwanted.has(`key of ${handle}`) ||
      unwanted.has(`others of ${uid}`) ||
      (refusals.get(uid) ?? 0) >= since,
  };
}
