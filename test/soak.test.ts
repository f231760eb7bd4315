import { describe, expect, test } from "vitest";
import { median, trendOf } from "./soak/flat.ts";
import type { ExchangeOutcome, History, Observation, Shown } from "./soak/history.ts";
import { judge } from "./soak/oracle.ts";
import type { Person } from "./soak/people.ts";
import { describeStep, type NumberedStep, stepsOf, TABS } from "./soak/steps.ts";

const take = (seed: number, count: number): NumberedStep[] => {
  const steps: NumberedStep[] = [];
  for (const step of stepsOf(seed)) {
    if (step.number > count) break;
    steps.push(step);
  }
  return steps;
};

describe("the steps of a seed", () => {
  test("a seed always gives the same steps, and another seed gives other steps", () => {
    expect(take(7, 200)).toEqual(take(7, 200));
    expect(take(8, 200)).not.toEqual(take(7, 200));
  });

  test("the first 500 steps of three seeds contain every kind of step", () => {
    const kinds = new Set([1, 2, 3].flatMap((seed) => take(seed, 500)).map(({ kind }) => kind));
    expect(kinds.size).toBe(19);
  });

  test.each([1, 2, 3])(
    "the steps of a seed end each fault and each freeze, and restart the browser only in between (seed %i)",
    (seed) => {
      let isFaulty = false;
      let isFrozen = false;
      for (const { kind } of take(seed, 500)) {
        if (kind === "fault" || kind === "service-restart") expect(isFaulty).toBe(false);
        if (kind === "freeze") expect(isFrozen).toBe(false);
        if (kind === "browser-restart") expect(isFaulty || isFrozen).toBe(false);
        if (kind === "fault-end") expect(isFaulty).toBe(true);
        if (kind === "thaw") expect(isFrozen).toBe(true);
        isFaulty = kind === "fault" || (isFaulty && kind !== "fault-end");
        isFrozen = kind === "freeze" || (isFrozen && kind !== "thaw");
      }
    },
  );

  test("the description of a step contains neither a password nor an email address", () => {
    for (const step of take(1, 200)) expect(describeStep(step)).not.toMatch(/example|@|undefined/);
  });
});

const START = 1_000_000;
const at = (second: number): number => START + second * 1000;
const shown = (second: number, tab: number, what: Shown): Observation => ({
  at: at(second),
  kind: "shown",
  tab,
  what,
});
const everyTab = (second: number, what: Shown): Observation[] =>
  Array.from({ length: TABS }, (_, tab) => shown(second, tab, what));
const began = (second: number, person: Person, session: number): Observation => ({
  at: at(second),
  kind: "session-began",
  person,
  session,
});
const exchange = (second: number, outcome: ExchangeOutcome = "granted", session = 1): Observation => ({
  at: at(second),
  endedAt: at(second + 0.1),
  kind: "exchange",
  tab: 3,
  session,
  outcome,
});
/** Ten tabs in which Ada signs in after one second. */
const ada: History = [
  ...Array.from(
    { length: TABS },
    (_, tab): Observation => ({ at: at(0), kind: "tab-runs", tab, isImpaired: false }),
  ),
  ...everyTab(0.1, "signed out"),
  began(1, "Ada", 1),
  ...everyTab(2, "Ada"),
];
const faultsOf = (history: History, endSecond: number): string[] =>
  judge(history, at(endSecond), false).verdicts.flatMap(({ violations }) =>
    violations.map(({ rule, text }) => `${rule}: ${text}`),
  );

describe("the oracle accepts", () => {
  test("the oracle accepts one refresh of each expired token", () => {
    const history = [...ada, exchange(31), exchange(61.2), exchange(91.4)];
    expect(faultsOf(history, 100)).toEqual([]);
    const verdict = judge(history, at(100), false).verdicts.find(({ rule }) =>
      rule.startsWith("one refresh"),
    );
    expect(verdict?.checks).toBe(3);
  });

  test("the oracle accepts a sign-out in all tabs and the sign-in of the next user", () => {
    const history: History = [
      ...ada,
      { at: at(10), kind: "asked-out" },
      ...everyTab(10.2, "signed out"),
      began(20, "Grace", 2),
      ...everyTab(21, "Grace"),
    ];
    expect(faultsOf(history, 30)).toEqual([]);
    expect(judge(history, at(30), false).longestAgreementMs).toBe(1000);
  });

  test("the oracle accepts a sign-out after a definite rejection that another device's sign-out caused", () => {
    const history: History = [
      ...ada,
      { at: at(10), kind: "revoked", person: "Ada" },
      { at: at(31.1), kind: "rejected", session: 1, code: "TOKEN_EXPIRED" },
      exchange(31, "rejected"),
      ...everyTab(32, "signed out"),
    ];
    expect(faultsOf(history, 60)).toEqual([]);
  });

  test("the oracle accepts an early exchange of a token that the service refused after another device's sign-out", () => {
    const history: History = [
      ...ada,
      exchange(31),
      { at: at(35), kind: "revoked", person: "Ada" },
      { at: at(40.1), kind: "rejected", session: 1, code: "TOKEN_EXPIRED" },
      exchange(40, "rejected"),
      ...everyTab(41, "signed out"),
    ];
    expect(faultsOf(history, 60)).toEqual([]);
  });

  test("the oracle accepts an immediate exchange if the tab of the previous exchange crashed", () => {
    const history: History = [
      ...ada,
      exchange(31, "canceled"),
      { at: at(31.1), kind: "tab-stops", tab: 3, why: "gone" },
      exchange(32),
    ];
    expect(faultsOf(history, 34)).toEqual([]);
  });

  test("the oracle accepts a frozen tab that shows the previous user until the tab wakes up", () => {
    const history: History = [
      ...ada,
      { at: at(5), kind: "tab-stops", tab: 4, why: "frozen" },
      { at: at(10), kind: "asked-out" },
      ...everyTab(10.2, "signed out").filter((each) => each.kind !== "shown" || each.tab !== 4),
      { at: at(28), kind: "tab-runs", tab: 4, isImpaired: false },
      shown(29, 4, "signed out"),
    ];
    expect(faultsOf(history, 40)).toEqual([]);
  });
});

describe("the oracle reports", () => {
  const expectFault = (history: History, endSecond: number, text: RegExp) =>
    expect(faultsOf(history, endSecond).join("\n")).toMatch(text);

  test("the oracle reports two refreshes of one token", () => {
    expectFault([...ada, exchange(31), exchange(31.3)], 40, /^one refresh.* exchanged 0\.2 s after/);
  });

  test("the oracle reports two refreshes of one token, even if a third tab reloads in between", () => {
    const history: History = [
      ...ada,
      exchange(31),
      { at: at(31.1), kind: "tab-stops", tab: 5, why: "gone" },
      exchange(31.3),
    ];
    expectFault(history, 34, /^one refresh/);
  });

  test("the oracle reports a retry during the back-off, but not after the network came back", () => {
    const early = [...ada, exchange(31, "failed"), exchange(40)];
    expectFault(early, 45, /^one refresh.* after an exchange that was failed/);
    expect(faultsOf([...early, { at: at(39), kind: "early-attempt" }], 45)).toEqual([]);
  });

  test("the oracle reports a retry before the doubled back-off of a second failure", () => {
    const failures = [...ada, exchange(31, "failed"), exchange(62, "failed")];
    expect(faultsOf([...failures, exchange(123)], 125)).toEqual([]);
    expectFault(
      [...failures, exchange(95)],
      100,
      /^each exchange has a reason: tab 4 exchanges 27 s too early/,
    );
    const isBack: Observation = { at: at(94), kind: "early-attempt" };
    expect(faultsOf([...failures, isBack, exchange(95)], 100)).toEqual([]);
  });

  test("the oracle reports a retry during the back-off, but not the browser's own repeat after a broken connection", () => {
    const following = (outcome: ExchangeOutcome, next: Observation): History => [
      ...ada,
      Object.assign(exchange(31, outcome), { endedAt: at(31.001) }),
      next,
    ];
    expect(faultsOf(following("unanswered", exchange(31.002)), 45)).toEqual([]);
    const inAnotherTab = Object.assign(exchange(31.002), { tab: 4 });
    expectFault(following("unanswered", inAnotherTab), 45, /^one refresh/);
    expectFault(following("unanswered", exchange(31.02)), 45, /^one refresh/);
    expectFault(following("failed", exchange(31.002)), 45, /^one refresh/);
  });

  test("the oracle reports a token that no tab refreshes in time", () => {
    expectFault(ada, 60, /^every token is refreshed in time/);
  });

  test("the oracle reports a sign-out without a definite rejection", () => {
    expectFault(
      [...ada, exchange(31, "failed"), ...everyTab(32, "signed out")],
      33,
      /^signed out only after/,
    );
  });

  test("the oracle reports a sign-out after a rejection that no other device's sign-out caused", () => {
    const history: History = [
      ...ada,
      { at: at(31.1), kind: "rejected", session: 1, code: "TOKEN_EXPIRED" },
      ...everyTab(32, "signed out"),
    ];
    expectFault(history, 33, /^signed out only after/);
  });

  test("the oracle reports a tab that shows another user, and a tab that shows two users at once", () => {
    expectFault([...ada, shown(9, 3, "Grace")], 10, /^no tab shows another user: tab 4 showed “Grace”/);
    expectFault([...ada, shown(9, 3, "mixed: Ada, Grace")], 10, /^no tab shows another user/);
  });

  test("the oracle reports a tab that still shows the old user five seconds after a sign-out", () => {
    const history: History = [
      ...ada,
      { at: at(10), kind: "asked-out" },
      ...everyTab(10.2, "signed out").slice(1),
    ];
    expectFault(history, 16, /^all tabs agree.*tab 1 still showed “Ada”/);
  });

  test("the oracle reports a tab that shows an old state five seconds after a fault, but not during the fault", () => {
    const history: History = [
      ...ada.filter((each) => each.kind !== "shown" || each.tab !== 0),
      { at: at(1), kind: "fault-began", isForTokens: true },
      { at: at(20), kind: "fault-ended" },
    ];
    expect(faultsOf(history, 24)).toEqual([]);
    expectFault(history, 26, /^all tabs agree.*tab 1/);
  });

  test("the oracle reports tabs that stay signed in after a definite rejection", () => {
    const history: History = [
      ...ada,
      { at: at(10), kind: "revoked", person: "Ada" },
      { at: at(31.1), kind: "rejected", session: 1, code: "TOKEN_EXPIRED" },
      exchange(31, "rejected"),
    ];
    expectFault(history, 45, /^all tabs agree/);
  });

  test("the oracle reports a tab whose heap keeps growing", () => {
    const samples = (growth: number): Observation[] =>
      Array.from({ length: 30 }, (_, index) => ({
        at: at(index),
        kind: "heap",
        tab: 0,
        bytes: 4_000_000 * (1 + growth * index),
      }));
    const heap = (history: History) =>
      judge(history, at(30), true).verdicts.find(({ rule }) => rule === "heap stays flat")?.violations.length;
    expect(heap(samples(0.001))).toBe(0);
    expect(heap(samples(0.05))).toBe(1);
    expect(trendOf([1, 2, 3, 4, 5, 6, 7, 8, 9], median)).toEqual({ first: 2, last: 8, samples: 9 });
  });
});
