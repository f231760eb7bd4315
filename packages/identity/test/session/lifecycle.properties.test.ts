import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { dueAtOf } from "../../src/session/lifecycle.ts";
import { compare, join } from "../../src/session/order.ts";
import type { SessionRecord } from "../../src/session/record.ts";
import { isRetryDue } from "../../src/session/retry.ts";
import { type SessionState, sessionOf, viewOf } from "../../src/session/state.ts";
import { isTokenUsable } from "../../src/session/tokens.ts";
import { anySequence, type Moment, parameters, play } from "../support/sequences.ts";
import { SECRET } from "../support/tokens.ts";

const hasEnded = (before: SessionState, state: SessionState) => sessionOf(before) && !sessionOf(state);

/** The rules use `assert`: called for each of a million moments, `expect` took half the time. */
const holdsFor = (rule: (moment: Moment) => void) =>
  fc.assert(
    fc.property(anySequence, (sequence) => {
      play(sequence, rule);
    }),
    parameters,
  );

test("rule 1: a session ends only by a definite code about its tokens, by the user, or by another tab's end", () => {
  holdsFor(({ before, event, state }) => {
    if (!hasEnded(before, state)) return;
    const session = sessionOf(before);
    assert.equal(viewOf(state).status, "signed-out", "a session never becomes unknown again");
    switch (event.type) {
      case "exchanged":
        assert(event.record?.end && compare(event.record, before.record as SessionRecord) > 0);
        return;
      case "storage-read":
      case "storage-failed": {
        const read = event.type === "storage-read" ? [event.record, event.note] : [event.note];
        assert(
          read.some((record) => record?.end && compare(record, before.record as SessionRecord) > 0),
          "an end that is greater than the session",
        );
        return;
      }
      case "token-refused":
        assert.equal(event.idToken, session?.idToken);
        if (!event.isFinal) assert.equal(session?.refusedTurn, (session?.turn ?? 0) - 1, "a second refusal");
        return;
      default:
        assert.equal(event.type, "sign-out");
    }
  });
});

test("a tab's record only grows", () => {
  holdsFor(({ before, state }) => {
    if (before.record) assert(state.record && compare(state.record, before.record) >= 0);
  });
});

test("rule 2: no exchange begins while one is running, or before the shared retry time", () => {
  holdsFor(({ before, event, effects, now }) => {
    const exchanges = effects.filter(({ type }) => type === "exchange");
    assert(exchanges.length <= 1);
    if (exchanges.length === 0) return;
    const { phase, retry } = viewOf(before);
    assert(phase === "fresh" || phase === "waiting", "single flight");
    if (isRetryDue(retry, now)) return;
    if (event.type === "token-requested") return assert.equal(event.why, "timer");
    assert(event.type === "woke-up");
    assert.match(event.cause, /^(online|try-again)$/);
  });
});

test("rule 3: no result of an earlier exchange, change or lookup survives a sign-out", () => {
  holdsFor(({ before, event, state }) => {
    if (viewOf(before).status !== "signed-out" || viewOf(state).status === "signed-out") return;
    assert(before.record && state.record && compare(state.record, before.record) > 0);
    // A refused token ends only its own place: a change of the account, or a faster exchange, continues the session.
    assert(["signed-in", "storage-read", "account-changed", "exchanged"].includes(event.type));
  });
});

test("rule 4: a caller gets a usable token, waits, or gets an error with the retry time", () => {
  holdsFor(({ event, state, now }) => {
    if (event.type !== "token-requested" || event.why === "timer") return;
    const { session, phase, forced, retry } = viewOf(state);
    if (phase === "fresh" && session) {
      if (event.why === "forced-call")
        assert(!isRetryDue(forced, now), "the last forced refresh is too recent");
      assert(isTokenUsable(session, now));
    }
    if (phase === "waiting") assert.equal(typeof retry?.retryAt, "number");
  });
});

test("rule 5: signed out means no token, no timer, and a written end", () => {
  holdsFor(({ before, event, state, effects, now }) => {
    const names = effects.map(({ type }) => type);
    if (viewOf(state).status !== "signed-out") return;
    assert(!JSON.stringify(state).includes(SECRET));
    assert.equal(dueAtOf(state, now), undefined);
    assert(!names.includes("exchange"));
    // These have been written by another tab, or by the exchange inside the lock.
    if (!hasEnded(before, state) || event.type === "storage-failed" || event.type === "exchanged") return;
    if (
      event.type === "storage-read" &&
      event.record &&
      join(event.record, state.record as SessionRecord) === event.record
    )
      return;
    if (event.type === "storage-read" && !event.record) return;
    // The write also notifies the other tabs.
    assert.equal(names.filter((name) => name === "write").length, 1);
  });
});

test("rule 6: the client shows a stored session in the same step that reads the session", () => {
  holdsFor(({ before, event, state }) => {
    if (event.type !== "storage-read" || !event.record?.session || before.record) return;
    if (join(event.record, event.note) !== event.record) return;
    assert.deepEqual(sessionOf(state)?.user, event.record.session.user);
  });
});

test("rule 7: a sign-in completes in one step, and the profile follows in the background", () => {
  holdsFor(({ before, event, state, effects }) => {
    if (event.type !== "signed-in" || before.latestSignIn !== event.session.generation) return;
    // A later action of the user has come first.
    if (before.record && compare({ session: event.session }, before.record) <= 0) return;
    // Each sign-in has a generation of its own.
    if (before.record?.session?.generation === event.session.generation) return;
    assert.equal(sessionOf(state)?.generation, event.session.generation);
    assert.equal(viewOf(state).phase, "fresh");
    assert.deepEqual(effects[0], { type: "write", isAction: true });
    const names = effects.map(({ type }) => type);
    assert(names.includes("look-up"));
    assert(!names.includes("exchange"));
  });
});

test("every signed-in state except refreshing has exactly one timer", () => {
  holdsFor(({ state, now }) => {
    const { phase } = viewOf(state);
    const waits = phase === "fresh" || phase === "waiting";
    assert.equal(typeof dueAtOf(state, now), waits ? "number" : "undefined");
  });
});

test("event listeners are called last in a step, so that no other effect of the step runs after them", () => {
  holdsFor(({ effects }) => {
    const names = effects.map(({ type }) => type);
    const first = names.indexOf("emit");
    if (first >= 0) assert(names.slice(first).every((name) => name === "emit"));
  });
});

test("before the back-off ends, only the first refusal of a token causes a forced refresh", () => {
  holdsFor(({ before, event, effects, now }) => {
    const { session, phase, forced } = viewOf(before);
    if (phase !== "fresh" || !session || !isTokenUsable(session, now)) return;
    if (!effects.some(({ type }) => type === "exchange")) return;
    if (event.type === "token-requested" && event.why !== "timer") assert(isRetryDue(forced, now));
    if (event.type === "token-refused") assert.notEqual(session.refusedTurn, session.turn - 1);
  });
});

test("a change of the account never puts tokens under another user", () => {
  holdsFor(({ before, event, state }) => {
    const [was, is] = [sessionOf(before), sessionOf(state)];
    if (event.type !== "account-changed" || !was || was.generation !== is?.generation) return;
    assert.equal(is.user.uid, was.user.uid);
  });
});
