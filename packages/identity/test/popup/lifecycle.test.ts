import { beforeAll, describe, expect, test } from "vitest";
import { type PopupEvent, type PopupState, transition } from "../../src/popup/lifecycle.ts";
import { EVENTS, PHASES, popupIn } from "../readme/popup-table.ts";
import { START } from "../support/clock.ts";

/** What the caller and Google received on one path of a popup. */
type Seen = { state: PopupState; isSettled: boolean; presented: number; isStopped: boolean };

const step = ({ state, isSettled, presented, isStopped }: Seen, event: PopupEvent, now: number): Seen => {
  const { state: next, effects } = transition(state, event, now);
  const names = effects.map(({ type }) => type);
  if (isStopped) expect(names, "an effect after the end").toEqual([]);
  if (names.includes("present")) expect(state.phase, "an answer before it left").not.toBe("opening");
  return {
    state: next,
    // After `present`, the caller gets the result of Google's check.
    isSettled: isSettled || names.includes("reject") || names.includes("present"),
    presented: presented + names.filter((name) => name === "present").length,
    isStopped: isStopped || names.includes("stop"),
  };
};

const keyOf = ({ state, isSettled, presented, isStopped }: Seen) =>
  [state.phase, isSettled, presented, isStopped].join();

/** Applies every event to every reached state until no new state appears. */
const reachable = (isForSession: boolean): Seen[] => {
  const first = { state: popupIn("opening", isForSession), isSettled: false, presented: 0, isStopped: false };
  const found = new Map([[keyOf(first), first]]);
  for (const seen of found.values())
    for (const [, event, { now = START } = {}] of EVENTS) {
      const next = step(seen, event, now);
      if (!found.has(keyOf(next))) found.set(keyOf(next), next);
    }
  return [...found.values()];
};

describe.each([
  ["sign-in", false],
  ["link", true],
])("every path of a popup for a %s", (_, isForSession) => {
  let all: Seen[] = [];
  beforeAll(() => {
    all = reachable(isForSession);
  });

  test("the search of all event orders reaches every phase of a popup", () => {
    expect(new Set(all.map(({ state }) => state.phase))).toEqual(new Set([...PHASES, "over"]));
  });

  test("a popup sends the provider's response to Google at most once", () => {
    expect(Math.max(...all.map(({ presented }) => presented))).toBe(1);
  });

  test("a popup ends ten minutes after it opened, stops its timers and settles its promise", () => {
    for (const seen of all) {
      const due = { type: "looked", isDue: true, isClosed: false, hasFocus: true } as const;
      // The first event may only begin a grace period, so a second one follows.
      const late = step(step(seen, due, START + 600_000), due, START + 600_000);
      expect(late, keyOf(seen)).toMatchObject({ isStopped: true, isSettled: true, state: { phase: "over" } });
    }
  });

  test("a canceled popup ignores every response", () => {
    for (const seen of all) {
      const { state } = step(seen, { type: "canceled", isDone: false }, START);
      const answer = {
        type: "message",
        attempt: "own",
        response: { url: "https://site.test/" },
        isCurrent: true,
      } as const;
      expect(transition(state, answer, START).effects, keyOf(seen)).toEqual([]);
    }
  });
});

test("a finished popup ignores every event", () => {
  for (const [name, event] of EVENTS)
    expect(transition(popupIn("over"), event, START), name).toEqual({ state: popupIn("over"), effects: [] });
});

test("the response of another popup changes nothing in any phase", () => {
  for (const phase of PHASES) {
    const state = popupIn(phase);
    const other = {
      type: "message",
      attempt: "other",
      response: { url: "https://site.test/" },
      isCurrent: true,
    } as const;
    expect(transition(state, other, START)).toEqual({ state, effects: [] });
  }
});
