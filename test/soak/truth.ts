import { type History, type Observation, only } from "./history.ts";
import type { Person } from "./people.ts";

/** Who is signed in from a time on: the last user who signed in, until a sign-out or a founded rejection. */
export type Truth = { from: number; who: Person | "signed out"; session: number };

/** The time within which all tabs must agree. */
export const AGREEMENT_MS = 5_000;
/** The proxy notices that a response has left a little after the page has read it. */
const PROXY_LAG_MS = 250;
/** A frozen or closed tab may have taken the rejection with it. Another tab takes over its lock, and asks again. */
const TAKEOVER_MS = 90_000;

/** Whether a tab stopped while the browser was about to learn something. */
const isTabLost = (history: History, from: number, to: number): boolean => {
  const stopped = new Map<number, number>();
  for (const each of history) {
    if (each.at > to) break;
    if (each.kind === "tab-stops") stopped.set(each.tab, each.at);
    else if (each.kind === "tab-runs" && each.at < from) stopped.delete(each.tab);
  }
  return stopped.size > 0;
};

type Rejected = Extract<Observation, { kind: "rejected" }>;

/** When the rejection counts: once the first tab shows it, or when a tab should have shown it. */
function takenAt(history: History, { at }: Rejected): number {
  const until = at + (isTabLost(history, at - 2_000, at + 1_000) ? TAKEOVER_MS : AGREEMENT_MS);
  const first = only(history, "shown").find(
    (shown) => shown.what === "signed out" && shown.at >= at - PROXY_LAG_MS && shown.at < until,
  );
  return first ? Math.max(first.at, at - PROXY_LAG_MS) : until;
}

/** The truth over time, in order. A rejection without a cause does not end a session. */
export function truthOf(history: History): Truth[] {
  const truths: Truth[] = [{ from: Number.NEGATIVE_INFINITY, who: "signed out", session: 0 }];
  const revokedAt = new Map<string, number>();
  const last = (): Truth => truths.at(-1) ?? { from: 0, who: "signed out", session: 0 };
  const beganAt = new Map<number, number>();
  const add = (truth: Truth): void => {
    while (last().from >= truth.from) truths.pop();
    truths.push(truth);
  };
  for (const each of history) {
    const { who, session } = last();
    if (each.kind === "session-began") {
      beganAt.set(each.session, each.at);
      add({ from: each.at, who: each.person, session: each.session });
    } else if (each.kind === "asked-out" && who !== "signed out") {
      add({ from: each.at, who: "signed out", session });
    } else if (each.kind === "revoked") {
      revokedAt.set(each.person, each.at);
    } else if (each.kind === "rejected" && who !== "signed out" && each.session === session) {
      const isFounded = (revokedAt.get(who) ?? Number.NEGATIVE_INFINITY) > (beganAt.get(session) ?? 0);
      if (isFounded) add({ from: takenAt(history, each), who: "signed out", session });
    }
  }
  return truths;
}

/** The time spans of a truth, with its end. */
export const spansOf = (truths: readonly Truth[], end: number): (Truth & { to: number })[] =>
  truths.map((truth, index) => ({ ...truth, to: truths[index + 1]?.from ?? end }));

export type Span = { from: number; to: number };

/** The times with an active fault. */
export function faultSpans(history: History, end: number): Span[] {
  const spans: Span[] = [];
  for (const { kind, at } of history) {
    if (kind === "fault-began") spans.push({ from: at, to: end });
    const current = spans.at(-1);
    if (kind === "fault-ended" && current?.to === end) current.to = at;
  }
  return spans;
}

export type Run = Span & { isImpaired: boolean; stoppedAt: number | undefined };

/** The times in which a tab's page runs, each with the time of the stop before it. */
export function runsOf(history: History, tab: number, end: number): Run[] {
  const runs: Run[] = [];
  let stoppedAt: number | undefined;
  const stop = (at: number): void => {
    const current = runs.at(-1);
    if (current?.to === end) current.to = at;
  };
  for (const each of history) {
    if (each.kind !== "tab-runs" && each.kind !== "tab-stops") continue;
    if (each.tab !== tab) continue;
    stop(each.at);
    if (each.kind === "tab-stops") stoppedAt ??= each.at;
    else {
      runs.push({ from: each.at, to: end, isImpaired: each.isImpaired, stoppedAt });
      stoppedAt = undefined;
    }
  }
  return runs;
}
