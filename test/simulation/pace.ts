import { OTHER_MODE, type Sent } from "./network.ts";

const FIRST_MS = 30_000;
const LONGEST_MS = 16 * 60_000;
const SLACK_MS = 100;
/** Longer than a page needs to store an outcome. */
const STORING_MS = 10_000;
const FORCED = "a forced refresh";
/** An exchange within this time after a page has taken the lock from another has this excuse. */
export const LOST_LOCK_MS = 1000;
export const LOST_LOCK = "the lock was taken from a frozen tab";

/** What excuses an exchange, but tells no page that its own failure no longer counts. */
const OF_STORAGE = new Set(["storage failed", "a page opens", "a page is gone", "a page freezes"]);

type Own = {
  dueAt: number;
  /** When the tokens of the last change of the account are due, until a page has stored them. */
  renewedDueAt: number;
  /** When the tokens before the change are due. Pages use them until one has stored the new ones. */
  heldDueAt: number;
  failures: number;
  excuse: string | undefined;
  /** Whether the last exchange came before its time. Its failure is no step of the back-off. */
  isEarly: boolean;
  /** The forced refreshes in a row, when the last one was asked for, and when the next one is due. */
  forced: { count: number; askedAt: number; dueAt: number };
  isForced: boolean;
  /** What counted before the last forced refresh. */
  forcedBefore?: Own["forced"];
  /** When new tokens last arrived. */
  grantedAt: number;
  /** The last failure that counts, and what counted before it. */
  failure?: { page: string; at: number; before: { failures: number; dueAt: number } } | undefined;
};

/** An exchange of a refresh token. */
type Exchange = Pick<Sent, "at" | "outcome" | "waitMs"> & {
  page: { name: string };
  code?: string | undefined;
};

/** How long the token lives that a response brings, in milliseconds. */
export const lifeIn = (answer: string): number =>
  Number(/"expires_?[iI]n":\s*"(\d+)"/.exec(answer)?.[1] ?? 0) * 1000;

/**
 * Rule 2: an exchange has a reason. The token is due, the back-off is over, or something has happened since the last
 * exchange: a sign-in, a refusal, the network came back, "Try again", a page that opens, wakes or is gone, or a
 * caller's forced refresh, of which each step of the back-off allows one.
 */
export function pace(now: () => number, fail: (text: string) => void) {
  /** By session. */
  const paces = new Map<string, Own>();
  /** The session of each exchange, and since when another exchange may have run beside it. */
  const exchanges = new Map<Exchange, { session: string; besideSince: number }>();
  const paceOf = (session: string) => {
    const own = paces.get(session) ?? {
      ...{
        dueAt: 0,
        renewedDueAt: Number.POSITIVE_INFINITY,
        heldDueAt: Number.POSITIVE_INFINITY,
        failures: 0,
        excuse: "the start",
        isEarly: false,
        grantedAt: Number.NEGATIVE_INFINITY,
      },
      forced: { count: 0, askedAt: 0, dueAt: Number.NEGATIVE_INFINITY },
      isForced: false,
    };
    paces.set(session, own);
    return own;
  };
  /** By page and session: the failures that storage has refused all the time since. Nothing else has excused them. */
  const refused = new Map<string, { dueAt: number; failures: number }>();
  const nameOf = ({ page }: Exchange, session: string) => `${page.name} ${session}`;
  /** The back-off restarts if its longest wait has passed since the next one was due. */
  const afterForced = ({ count, askedAt, dueAt }: Own["forced"]): Own["forced"] => {
    const next = now() - dueAt < LONGEST_MS ? count + 1 : 1;
    return { count: next, askedAt, dueAt: askedAt + waitAfter(next) };
  };
  const dueAfter = (lifeMs: number) => (lifeMs <= 300_000 ? lifeMs / 2 : lifeMs - 300_000);
  const waitAfter = (failures: number) => Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  const fails = (own: Own, page: string, waitMs: number): void => {
    const { failures, dueAt, isEarly } = own;
    own.failure = { page, at: now(), before: { failures, dueAt } };
    if (!isEarly) own.failures += 1;
    own.dueAt = now() + Math.max(waitAfter(own.failures), waitMs);
  };
  let excusedAt = Number.NEGATIVE_INFINITY;
  const excuseAll = (text: string): void => {
    for (const each of paces.values()) each.excuse = text;
    if (OF_STORAGE.has(text)) return;
    refused.clear();
    excusedAt = now();
  };

  return {
    excuse: excuseAll,
    /**
     * Takes back the last failure of a page that has closed or frozen, because it may not have stored the failure.
     * @param sleptAt when the machine last woke. Nothing is stored while it sleeps.
     */
    stopped: (page: string, sleptAt: number): void => {
      for (const own of paces.values())
        if (own.failure?.page === page && now() - Math.max(own.failure.at, sleptAt) < STORING_MS)
          Object.assign(own, own.failure.before, { failure: undefined });
    },
    /** Storage begins or ends to fail. */
    storageChanges: (): void => refused.clear(),
    /** A caller asks for a fresh token. No caller shortens the wait after a failure. */
    forced: (session: string): void => {
      const own = paceOf(session);
      const isWaiting = own.failures > 0 && now() < own.dueAt - SLACK_MS;
      const isDue = now() >= own.forced.dueAt - SLACK_MS;
      if (isWaiting || !isDue || own.excuse !== undefined) return;
      own.excuse = FORCED;
      own.forced.askedAt = now();
    },
    /** A change of the account brings new tokens: what has failed before no longer counts. */
    renewed: (sent: Exchange, session: string, lifeMs: number): void => {
      const own = paceOf(session);
      const dueAt = sent.at + dueAfter(lifeMs);
      const heldDueAt = Math.min(own.dueAt, own.heldDueAt);
      refused.delete(nameOf(sent, session));
      Object.assign(own, { failures: 0, dueAt, renewedDueAt: dueAt, heldDueAt });
    },
    /** What has failed before no longer counts. */
    forgiven: (session: string): void => {
      paceOf(session).failures = 0;
    },
    /**
     * A page stores the tokens of the last change. An exchange that began later may have ended before. A forced refresh
     * that runs, or whose outcome no page has stored yet, does not count: its page drops the outcome.
     */
    replaced: (session: string): void => {
      const own = paceOf(session);
      own.isForced = false;
      if (own.forcedBefore && now() - own.grantedAt < STORING_MS) own.forced = own.forcedBefore;
      const dueAt = Math.min(own.dueAt, own.renewedDueAt);
      const never = Number.POSITIVE_INFINITY;
      Object.assign(own, { failures: 0, dueAt, renewedDueAt: never, heldDueAt: never });
    },
    began: (sent: Exchange, session: string): void => {
      const own = paceOf(session);
      // Two tabs may take a frozen tab's lock right after each other. Neither sees then what the other stores.
      const isBeside = own.excuse === LOST_LOCK;
      exchanges.set(sent, { session, besideSince: isBeside ? sent.at - LOST_LOCK_MS : sent.at });
      const firstDueAt = Math.min(own.dueAt, own.heldDueAt);
      if (now() < firstDueAt - SLACK_MS && own.excuse === undefined)
        fail(`${sent.page.name} exchanges ${Math.round((firstDueAt - now()) / 1000)} s too early`);
      if (now() < (refused.get(nameOf(sent, session))?.dueAt ?? 0) - SLACK_MS)
        fail(`${sent.page.name} forgets the failures that storage has refused`);
      // An exchange that is due needs no excuse, also if an earlier forced refresh has left one.
      own.isForced = own.excuse === FORCED && now() < own.dueAt - SLACK_MS;
      own.isEarly = now() < own.dueAt - SLACK_MS && own.failures > 0;
      own.excuse = undefined;
    },
    /**
     * @param lifeMs of the token that the response brings
     * @param isRefused whether storage refuses the outcome, so that neither other tabs nor later pages see it
     */
    ended: (sent: Exchange, lifeMs: number, isRefused: boolean): void => {
      const { at, outcome, waitMs = 0 } = sent;
      const { session, besideSince } = exchanges.get(sent) ?? { session: "", besideSince: at };
      const own = paceOf(session);
      const name = nameOf(sent, session);
      const { failures = 0 } = refused.get(name) ?? {};
      exchanges.delete(sent);
      refused.delete(name);
      // A page of the server's other mode stores no failure, so the failure does not lengthen the back-off.
      if (outcome === "canceled" || sent.code === OTHER_MODE) {
        own.excuse ??= "a canceled exchange";
      } else if (outcome === "granted") {
        const heldDueAt = Number.POSITIVE_INFINITY;
        Object.assign(own, { failures: 0, grantedAt: now(), failure: undefined, heldDueAt });
        if (own.isForced) Object.assign(own, { forced: afterForced(own.forced), forcedBefore: own.forced });
        own.dueAt = at + dueAfter(lifeMs);
      } else if (outcome === "failed") {
        // The tokens that this exchange spent may have been replaced. No page counts its failure then.
        if (own.grantedAt > at) own.dueAt = Math.min(own.dueAt, now() + waitAfter(1));
        // Exchanges beside each other fail together, and their tabs count one failure.
        else if ((own.failure?.at ?? Number.NEGATIVE_INFINITY) < besideSince)
          fails(own, sent.page.name, waitMs);
        // What has happened during the exchange may reach the page after its outcome.
        if (isRefused && at > excusedAt)
          refused.set(name, { dueAt: now() + waitAfter(failures + 1), failures: failures + 1 });
      }
    },
  };
}
