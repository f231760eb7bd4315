import fc from "fast-check";
import { expect, test } from "vitest";
import { isDueAtStart, isRetryDue } from "../../src/session/retry.ts";
import { isAhead, isUsable, lifeOf } from "../../src/session/session.ts";
import { isNewer } from "../../src/session/state-facts.ts";
import { anySequence, type Moment, parameters, play } from "../support/sequences.ts";
import { SECRET } from "../support/tokens.ts";

const holdsFor = (rule: (moment: Moment) => void) =>
  fc.assert(
    fc.property(anySequence, (sequence) => {
      play(sequence, rule);
    }),
    parameters,
  );

test("rule 1: a session ends only by a definite code about its tokens, by the user, or in storage", () => {
  holdsFor(({ before, event, state }) => {
    if (before.status !== "signed-in" || state.status === "signed-in") return;
    expect(state.status, "a session never becomes unknown again").toBe("signed-out");
    switch (event.type) {
      case "exchanged":
        expect(event.idToken).toBe(before.session.idToken);
        expect(event.record.session, "the exchange was refused").toBeUndefined();
        return;
      case "exchange-overtaken":
      case "storage-read":
        expect(event.record, "a record without a session was read").not.toHaveProperty("session.idToken");
        // An empty read ends a session in memory only if another tab removed the record: storage that was empty when
        // it refused the session proves nothing.
        if (before.durability === "memory")
          expect(before.base, "an empty read counts only if another tab removed the record").not.toContain(
            "",
          );
        expect(event.record, "an unknown format ends no session").not.toHaveProperty("setAside");
        return;
      case "token-refused":
        expect(event.idToken).toBe(before.session.idToken);
        if (event.reason !== "user-disabled")
          expect(before.session.isSecondChance, "a second refusal").toBe(true);
        return;
      default:
        expect(event.type).toBe("sign-out");
        // Our own API refused that token, or the user signed out.
        if (event.type === "sign-out" && event.idToken) expect(event.idToken).toBe(before.session.idToken);
    }
  });
});

test("rule 2: no exchange begins while one is running, or before the shared retry time", () => {
  holdsFor(({ before, event, effects, now }) => {
    const exchanges = effects.filter(([name]) => name === "exchange");
    expect(exchanges.length).toBeLessThanOrEqual(1);
    const [started] = exchanges;
    if (before.status !== "signed-in" || started?.[0] !== "exchange") return;
    if (started[1].session.idToken !== before.session.idToken) return;
    // The previous exchange is over and returned no valid token.
    if (event.type === "exchange-overtaken" || event.type === "exchanged") return;
    expect(before.phase, "single flight").not.toBe("refreshing");
    if (before.phase !== "waiting" || isRetryDue(before.retry, now)) return;
    if (event.type === "storage-read") {
      const { retry } = event.record;
      expect(!retry || isRetryDue(retry, now), "storage holds no retry to wait for").toBe(true);
      return;
    }
    if (event.type === "refresh-due") return; // the timer decides that the retry is due
    expect(event.type).toBe("woke-up");
    expect(event.type === "woke-up" && event.cause).toMatch(/^(online|try-again)$/);
  });
});

test("rule 2: a starting page exchanges before the retry time only if the last attempt was not recent", () => {
  holdsFor(({ before, event, state, effects, now }) => {
    if (event.type !== "storage-read" || !event.record.session) return;
    const { retry } = event.record;
    if (!retry || isRetryDue(retry, now) || !effects.some(([name]) => name === "exchange")) return;
    expect(before.status).toBe("unknown");
    expect(isDueAtStart(retry, now)).toBe(true);
    // The state keeps the retry until an exchange succeeds, because the page shows "reconnecting" while it is set.
    expect(state.retry).toEqual(retry);
  });
});

test("rule 3: no result of an earlier exchange, change or lookup survives a sign-out", () => {
  holdsFor(({ before, event, state }) => {
    if (before.status !== "signed-out") return;
    const canSignIn = ["signed-in", "storage-read"].includes(event.type);
    if (!canSignIn) expect(state.status).toBe("signed-out");
  });
});

test("rule 4: a caller gets a usable token, waits, or gets an error with the retry time", () => {
  holdsFor(({ event, state, now }) => {
    if (event.type !== "token-asked" || state.status !== "signed-in") return;
    if (state.phase === "fresh") {
      if (event.force)
        expect(isRetryDue(state.forced, now), "the last forced refresh is too recent").toBe(false);
      expect(isUsable(lifeOf(state), now)).toBe(true);
    }
    if (state.phase === "waiting") expect(state.retry.retryAt).toBeTypeOf("number");
  });
});

test("rule 5: signed out means no token, no timer, nothing stored, and all tabs informed", () => {
  holdsFor(({ before, event, state, effects }) => {
    const names = effects.map(([name]) => name);
    if (state.status !== "signed-out") return;
    expect(JSON.stringify(state)).not.toContain(SECRET);
    expect(state.dueAt).toBeUndefined();
    expect(names).not.toContain("exchange");
    expect(names).not.toContain("store");
    if (before.status !== "signed-in") return;
    // These need no `clear`: a storage read found no session, and a refused exchange has removed it under the lock.
    if (["storage-read", "exchanged", "exchange-overtaken"].includes(event.type)) return;
    // The `clear` effect also notifies the other tabs.
    expect(names.filter((name) => name === "clear")).toHaveLength(1);
  });
});

test("rule 6: a stored session is shown in the step that reads it", () => {
  holdsFor(({ before, event, state }) => {
    if (event.type !== "storage-read" || !event.record.session || isNewer(before, event.record)) return;
    expect(state).toMatchObject({ status: "signed-in", session: { user: event.record.session.user } });
  });
});

test("rule 7: a sign-in completes in its own step, and the profile follows in the background", () => {
  holdsFor(({ before, event, state, effects }) => {
    if (event.type !== "signed-in" || before.attempt !== event.session.generation) return;
    expect(state).toMatchObject({ status: "signed-in", session: event.session, phase: "fresh" });
    const names = effects.map(([name]) => name);
    expect(effects).toContainEqual(["store", { session: event.session }, before.base]);
    expect(names).toContain("look-up");
    expect(names).not.toContain("exchange");
  });
});

test("rule 4: the lifetime counts from when this tab saw the token only if another tab stored it meanwhile", () => {
  holdsFor(({ before, event, state, now }) => {
    if (state.seenAt === undefined || state.status !== "signed-in") return;
    if (before.seenAt === state.seenAt && before.session.idToken === state.session.idToken) return;
    expect(event.type).toMatch(/^(storage-read|exchange-overtaken)$/);
    expect(before.status).not.toBe("unknown");
    expect(state.seenAt).toBe(now);
    expect(isAhead(state.session, now)).toBe(true);
  });
});

test("every signed-in state except refreshing has exactly one timer", () => {
  holdsFor(({ state }) => {
    const waits = state.status === "signed-in" && state.phase !== "refreshing";
    expect(state.dueAt).toEqual(waits ? expect.any(Number) : undefined);
  });
});

test("listeners run last, so that no effect of the same step overtakes them", () => {
  holdsFor(({ effects }) => {
    const names = effects.map(([name]) => name);
    const first = names.indexOf("emit");
    if (first >= 0) expect(names.slice(first).every((name) => name === "emit")).toBe(true);
  });
});

test("the refresh budget: a forced refresh waits for the back-off, unless it answers a first refusal", () => {
  holdsFor(({ before, event, effects, now }) => {
    if (before.status !== "signed-in" || before.phase !== "fresh" || !isUsable(lifeOf(before), now)) return;
    if (!effects.some(([name]) => name === "exchange")) return;
    if (event.type === "token-asked") expect(isRetryDue(before.forced, now)).toBe(true);
    if (event.type === "token-refused") expect(before.session.isSecondChance).not.toBe(true);
  });
});

test("tokens are never shown under another generation or user", () => {
  holdsFor(({ before, event, state }) => {
    if (event.type !== "tokens-replaced" && event.type !== "profile-read") return;
    expect(state.session?.generation).toBe(before.session?.generation);
    expect(state.session?.user.uid).toBe(before.session?.user.uid);
  });
});

test("a refused write is retried only while storage is unchanged", () => {
  holdsFor(({ event, effects }) => {
    if (event.type !== "storage-read") return;
    for (const effect of effects) {
      if (effect[0] !== "store" && effect[0] !== "clear") continue;
      expect(effect[3]).toEqual([event.record.session?.generation ?? ""]);
    }
  });
});
