import type { Scheduler } from "../scheduler.ts";
import { LIMITS } from "./server-code.ts";

/**
 * How long a request may act after it was sent, without the pauses of the machines: a slow store, a wait for a
 * connection.
 */
const MOST_MS = 90_000;

export type Kind = "subscribe" | "unsubscribe";
type Change = { kind: Kind; sentAt: number; answeredAt: number | undefined };
type Limited = { subjects: readonly string[]; at: number };

/** A bucket as the limits keep it: how far its requests reach ahead of the present. */
class Bucket {
  #fullAt = 0;
  readonly #shareMs: number;
  readonly #periodMs: number;
  constructor({ count, seconds }: { count: number; seconds: number }) {
    this.#shareMs = (seconds * 1000) / count;
    this.#periodMs = seconds * 1000;
  }
  take(now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + this.#shareMs;
  }
  /** Whether more was taken than a limit allows, although each request may have been counted at another time. */
  isOver(now: number): boolean {
    return this.#fullAt - now > this.#periodMs + MOST_MS;
  }
  /** Whether one request more may be refused. */
  mayBeFull(now: number): boolean {
    return this.#fullAt + this.#shareMs - now > this.#periodMs - MOST_MS;
  }
}

type Parts = { scheduler: Scheduler; fail: (rule: string, text: string) => void };

/** What visitors have sent, and which responses they have got. */
export function createLedger({ scheduler, fail }: Parts) {
  const { now } = scheduler;
  /** The last time at which a request that was sent at a time may act. */
  const lastActOf = (sentAt: number): number => scheduler.awakeFor(MOST_MS, sentAt);
  let restoredAt = 0;
  /** The rows of these times may be missing in the restored database. */
  const lost: { from: number; restoredAt: number }[] = [];
  const changes = new Map<string, Change[]>();
  /** Of each message, when it was sent, and whether a response said that it is stored. */
  const messages = new Map<string, { sentAt: number[]; isStored: boolean }>();
  const accepted = new Map<string, Bucket>();
  const sent = new Map<string, Bucket>();
  const bucketOf = (all: Map<string, Bucket>, subject: string): Bucket => {
    const limit = subject.startsWith("client ") ? LIMITS.perClient : LIMITS.perAddress;
    const bucket = all.get(subject) ?? new Bucket(limit);
    all.set(subject, bucket);
    return bucket;
  };
  /** Requests that a server may count later: those without a response that may act yet. */
  let uncounted: Limited[] = [];
  let resumedAt = 0;
  /** The requests under way in a pause are counted at its end. */
  const countAfterPause = (): void => {
    if (scheduler.resumedAt() > resumedAt) {
      resumedAt = scheduler.resumedAt();
      for (const request of uncounted) {
        request.at = resumedAt;
        for (const subject of request.subjects) bucketOf(sent, subject).take(resumedAt);
      }
    }
    uncounted = uncounted.filter(({ at }) => now() <= lastActOf(at));
  };

  /**
   * Whether an address is subscribed, as its visitor knows it. Of changes without a response, or of two at a time, the
   * order is not known.
   */
  const stateOf = (address: string): boolean | undefined => {
    const all = changes.get(address) ?? [];
    const last = all.findLast(({ answeredAt }) => answeredAt !== undefined);
    if (!last) return undefined;
    const isOther = (each: Change) =>
      each.kind !== last.kind && (each.answeredAt ?? lastActOf(each.sentAt)) >= last.sentAt;
    return all.some(isOther) ? undefined : last.kind === "subscribe";
  };

  return {
    stateOf,
    lastActOf,
    /** Whether an address has unsubscribed before every mail that may be under way. */
    hasLeft: (address: string): boolean =>
      stateOf(address) === false &&
      (changes.get(address) ?? []).every(({ sentAt }) => now() > lastActOf(sentAt)),
    /** Whether a mail of this time may have the link of a row that a restoration has lost. */
    isLost: (mailedAt: number): boolean =>
      lost.some((each) => mailedAt > each.from && mailedAt <= lastActOf(each.restoredAt)),
    /** The database is that of an earlier time. What was sent since may be in it or not. */
    restored: (at: number): void => {
      restoredAt = now();
      lost.push({ from: at, restoredAt });
      accepted.clear();
      for (const [address, all] of changes)
        if (all.some(({ sentAt }) => lastActOf(sentAt) > at)) changes.delete(address);
      for (const message of messages.values())
        if (message.sentAt.some((sentAt) => lastActOf(sentAt) > at)) message.isStored = false;
    },
    changes: (): ReadonlyMap<string, readonly Change[]> => changes,
    messages: () => messages as ReadonlyMap<string, { sentAt: readonly number[]; isStored: boolean }>,
    changeSent: (address: string, kind: Kind): ((isDone: boolean) => void) => {
      const change: Change = { kind, sentAt: now(), answeredAt: undefined };
      const all = changes.get(address) ?? [];
      changes.set(address, [...all, change]);
      return (isDone) => {
        if (isDone) change.answeredAt = now();
        // A definite refusal has changed nothing.
        else changes.set(address, changes.get(address)?.filter((each) => each !== change) ?? []);
      };
    },
    /** Returns the function to call when a response says that the message is stored. */
    messageSent: (text: string): (() => void) => {
      const message = messages.get(text) ?? { sentAt: [], isStored: false };
      const sentAt = now();
      message.sentAt.push(sentAt);
      messages.set(text, message);
      return () => {
        // The response may have been on its way when the database was restored.
        if (sentAt > restoredAt) message.isStored = true;
      };
    },
    /**
     * A request counts against limits.
     * @returns the function to call when its response says whether they allowed it
     */
    counts: (subjects: readonly string[]): ((isAllowed: boolean) => void) => {
      countAfterPause();
      for (const subject of subjects) bucketOf(sent, subject).take(now());
      const request = { subjects, at: now() };
      uncounted.push(request);
      return (isAllowed) => {
        countAfterPause();
        uncounted = uncounted.filter((each) => each !== request);
        // A request may have been counted before a pause that it has outlasted, or in a database that is lost.
        const isOfThePresent = request.at > resumedAt && request.at > restoredAt;
        for (const subject of subjects) {
          if (isAllowed && isOfThePresent) bucketOf(accepted, subject).take(now());
          // The earlier release does not limit the use of a mail's link.
          if (!subject.startsWith("link ") && bucketOf(accepted, subject).isOver(now()))
            fail("limits hold over processes", `${subject} has more requests than its limit`);
        }
        if (!isAllowed && !subjects.some((subject) => bucketOf(sent, subject).mayBeFull(now())))
          fail("a limit refuses only what is too much", `${subjects.join(" and ")} is refused`);
      };
    },
  };
}
