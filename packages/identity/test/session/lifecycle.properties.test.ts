import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { isDueAtStart, isRetryDue } from "../../src/session/retry.ts";
import { isNewerThanRecord } from "../../src/session/state.ts";
import { isClockAhead, isTokenUsable, tokenLifetimeOf } from "../../src/session/tokens.ts";
import { anySequence, type Moment, parameters, play } from "../support/sequences.ts";
import { SECRET } from "../support/tokens.ts";

/** The rules use `assert`: called for each of a million moments, `expect` took half the time. */
const holdsFor = (rule: (moment: Moment) => void) =>
  fc.assert(
    fc.property(anySequence, (sequence) => {
      play(sequence, rule);
    }),
    parameters,
  );

test("rule 1: a session ends only by a definite code about its tokens, by the user, or by another tab's change in storage", () => {
  holdsFor(({ before, event, state }) => {
    if (before.status !== "signed-in" || state.status === "signed-in") return;
    assert.equal(state.status, "signed-out", "a session never becomes unknown again");
    switch (event.type) {
      case "exchanged":
        assert.equal(event.idToken, before.session.idToken);
        assert.equal(event.record.session, undefined, "the exchange was refused");
        return;
      case "exchange-overtaken":
      case "storage-read":
        assert.equal(event.record.session, undefined, "a record without a session was read");
        // An empty read ends a session in memory only if another tab removed the record: storage that was empty when
        // it refused the session proves nothing.
        if (before.durability === "memory")
          assert(
            before.base?.includes("") === false,
            "an empty read counts only if another tab removed the record",
          );
        assert(!("setAside" in event.record), "an unknown format ends no session");
        return;
      case "token-refused":
        assert.equal(event.idToken, before.session.idToken);
        if (event.reason !== "user-disabled")
          assert.equal(before.session.isSecondChance, true, "a second refusal");
        return;
      default:
        assert.equal(event.type, "sign-out");
        // Our own API refused that token, or the user signed out.
        if (event.type === "sign-out" && event.idToken) assert.equal(event.idToken, before.session.idToken);
    }
  });
});

test("rule 2: no exchange begins while one is running, or before the shared retry time", () => {
  holdsFor(({ before, event, effects, now }) => {
    const exchanges = effects.filter(({ type }) => type === "exchange");
    assert(exchanges.length <= 1);
    const [started] = exchanges;
    if (before.status !== "signed-in" || started?.type !== "exchange") return;
    if (started.held.session.idToken !== before.session.idToken) return;
    // The previous exchange is over and returned no valid token.
    if (event.type === "exchange-overtaken" || event.type === "exchanged") return;
    assert.notEqual(before.phase, "refreshing", "single flight");
    if (before.phase !== "waiting" || isRetryDue(before.retry, now)) return;
    if (event.type === "storage-read") {
      const { retry } = event.record;
      assert(!retry || isRetryDue(retry, now), "storage holds no retry to wait for");
      return;
    }
    if (event.type === "refresh-due") return; // the timer decides that the retry is due
    assert(event.type === "woke-up");
    assert.match(event.cause, /^(online|try-again)$/);
  });
});

test("rule 2: a starting page exchanges before the retry time only if the last attempt was not recent", () => {
  holdsFor(({ before, event, state, effects, now }) => {
    if (event.type !== "storage-read" || !event.record.session) return;
    const { retry } = event.record;
    if (!retry || isRetryDue(retry, now) || !effects.some(({ type }) => type === "exchange")) return;
    assert.equal(before.status, "unknown");
    assert(isDueAtStart(retry, now));
    // The state keeps the retry until an exchange succeeds, because the page shows "reconnecting" while it is set.
    assert.deepEqual(state.retry, retry);
  });
});

test("rule 3: no result of an earlier exchange, change or lookup survives a sign-out", () => {
  holdsFor(({ before, event, state }) => {
    if (before.status !== "signed-out") return;
    const canSignIn = ["signed-in", "storage-read"].includes(event.type);
    if (!canSignIn) assert.equal(state.status, "signed-out");
  });
});

test("rule 4: a caller gets a usable token, waits, or gets an error with the retry time", () => {
  holdsFor(({ event, state, now }) => {
    if (event.type !== "token-asked" || state.status !== "signed-in") return;
    if (state.phase === "fresh") {
      if (event.force) assert(!isRetryDue(state.forced, now), "the last forced refresh is too recent");
      assert(isTokenUsable(tokenLifetimeOf(state), now));
    }
    if (state.phase === "waiting") assert.equal(typeof state.retry.retryAt, "number");
  });
});

test("rule 5: signed out means no token, no timer, nothing stored, and all tabs informed", () => {
  holdsFor(({ before, event, state, effects }) => {
    const names = effects.map(({ type }) => type);
    if (state.status !== "signed-out") return;
    assert(!JSON.stringify(state).includes(SECRET));
    assert.equal(state.dueAt, undefined);
    assert(!names.includes("exchange"));
    assert(!names.includes("store"));
    if (before.status !== "signed-in") return;
    // These need no `clear`: a storage read found no session, and a refused exchange has removed it under the lock.
    if (["storage-read", "exchanged", "exchange-overtaken"].includes(event.type)) return;
    // The `clear` effect also notifies the other tabs.
    assert.equal(names.filter((name) => name === "clear").length, 1);
  });
});

test("rule 6: the client shows a stored session in the same step that reads the session", () => {
  holdsFor(({ before, event, state, now }) => {
    if (
      event.type !== "storage-read" ||
      !event.record.session ||
      isNewerThanRecord(before, event.record, now)
    )
      return;
    assert.equal(state.status, "signed-in");
    assert.deepEqual(state.session.user, event.record.session.user);
  });
});

test("rule 7: a sign-in completes in one step, and the profile follows in the background", () => {
  holdsFor(({ before, event, state, effects }) => {
    if (event.type !== "signed-in" || before.latestSignIn !== event.session.generation) return;
    assert(state.status === "signed-in" && state.phase === "fresh");
    assert.deepEqual(state.session, event.session);
    const names = effects.map(({ type }) => type);
    const stores = effects.filter(({ type }) => type === "store");
    assert.deepEqual(stores, [
      { type: "store", record: { session: event.session }, base: before.base, expected: undefined },
    ]);
    assert(names.includes("look-up"));
    assert(!names.includes("exchange"));
  });
});

test("rule 4: a token's lifetime counts from this tab's first sight of the token only if another tab stored the token", () => {
  holdsFor(({ before, event, state, now }) => {
    if (state.seenAt === undefined || state.status !== "signed-in") return;
    if (before.seenAt === state.seenAt && before.session.idToken === state.session.idToken) return;
    assert.match(event.type, /^(storage-read|exchange-overtaken)$/);
    assert.notEqual(before.status, "unknown");
    assert.equal(state.seenAt, now);
    assert(isClockAhead(state.session, now));
  });
});

test("every signed-in state except refreshing has exactly one timer", () => {
  holdsFor(({ state }) => {
    const waits = state.status === "signed-in" && state.phase !== "refreshing";
    assert.equal(typeof state.dueAt, waits ? "number" : "undefined");
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
    if (
      before.status !== "signed-in" ||
      before.phase !== "fresh" ||
      !isTokenUsable(tokenLifetimeOf(before), now)
    )
      return;
    if (!effects.some(({ type }) => type === "exchange")) return;
    if (event.type === "token-asked") assert(isRetryDue(before.forced, now));
    if (event.type === "token-refused") assert.notEqual(before.session.isSecondChance, true);
  });
});

test("a profile change or a lookup never puts tokens into another session or under another user", () => {
  holdsFor(({ before, event, state }) => {
    if (event.type !== "tokens-replaced" && event.type !== "profile-read") return;
    assert.equal(state.session?.generation, before.session?.generation);
    assert.equal(state.session?.user.uid, before.session?.user.uid);
  });
});

test("a refused write is retried only while storage is unchanged", () => {
  holdsFor(({ event, effects }) => {
    if (event.type !== "storage-read") return;
    for (const effect of effects) {
      if (effect.type !== "store" && effect.type !== "clear") continue;
      assert.deepEqual(effect.expected, [event.record.session?.generation ?? ""]);
    }
  });
});
