import { pace } from "../simulation/pace.ts";
import { type History, only, type Verdict } from "./history.ts";
import { bySession, type Exchange, isCanceled, isRepeat, LIFETIME_S, SLACK_MS } from "./refreshes.ts";

/** What the tab learns. */
const OUTCOMES = {
  granted: "granted",
  lost: "failed",
  failed: "failed",
  unanswered: "failed",
  rejected: "refused",
  canceled: "canceled",
} as const;

type Event = { at: number; run: () => void };

/** The browser's own repeat of a request belongs to the request. */
const withoutRepeats = (exchanges: readonly Exchange[]): Exchange[] => {
  const whole: Exchange[] = [];
  for (const [index, exchange] of exchanges.entries()) {
    const last = whole.at(-1);
    if (last && isRepeat(exchanges[index - 1], exchange))
      Object.assign(last, { endedAt: exchange.endedAt, outcome: exchange.outcome });
    else whole.push({ ...exchange });
  }
  return whole;
};

/**
 * The simulation's rule about the pace of exchanges, on what the proxy saw: a token is due, the back-off is over, which
 * doubles with each failure, or something has happened. A page that opens is no excuse here, because storage works.
 */
export function checkReasons(history: History): Verdict {
  const verdict: Verdict = { rule: "each exchange has a reason", checks: 0, violations: [] };
  let now = 0;
  const fail = (text: string) => void verdict.violations.push({ rule: verdict.rule, at: now, text });
  const own = pace(() => now, fail, SLACK_MS);
  const events: Event[] = [];
  for (const { at } of only(history, "early-attempt"))
    events.push({ at, run: () => own.excuse("an early attempt") });
  // A frozen tab takes what its exchange has brought, or its failure, with it.
  for (const { at, why } of only(history, "tab-stops"))
    if (why === "frozen") events.push({ at, run: () => own.excuse("a page freezes") });
  for (const { session, person, at: beganAt } of only(history, "session-began")) {
    const revoked = only(history, "revoked").find((each) => each.person === person && each.at > beganAt);
    for (const exchange of withoutRepeats(bySession(history, session))) {
      const { at, endedAt, tab, outcome } = exchange;
      const sent = {
        at,
        page: { name: `tab ${tab + 1}` },
        outcome: OUTCOMES[isCanceled(history, exchange) ? "canceled" : outcome],
      };
      events.push({
        at,
        run: () => {
          verdict.checks += 1;
          // A token of a session that was ended elsewhere may be exchanged at once, each time it is refused.
          if (revoked && revoked.at < at) own.excuse("a refusal");
          own.began(sent, String(session));
        },
      });
      events.push({ at: endedAt, run: () => own.ended(sent, LIFETIME_S * 1000, false) });
    }
  }
  for (const event of events.sort((a, b) => a.at - b.at)) {
    now = event.at;
    event.run();
  }
  return verdict;
}
