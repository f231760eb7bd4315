import fc from "fast-check";
import { expect, test } from "vitest";
import { isRetryDue } from "../../src/session/retry.ts";
import { isUsable } from "../../src/session/session.ts";
import { anySequence, type Moment, parameters, play } from "../support/sequences.ts";
import { SECRET } from "../support/tokens.ts";

const holdsFor = (rule: (moment: Moment) => void) =>
  fc.assert(
    fc.property(anySequence, (sequence) => {
      play(sequence, rule);
    }),
    parameters,
  );

test("rule 1: only a definite word about the session's own tokens, or a wish, ends it", () => {
  holdsFor(({ before, event, state }) => {
    if (before.status !== "signed-in" || state.status === "signed-in") return;
    expect(state.status, "a session never becomes unknown again").toBe("signed-out");
    switch (event.type) {
      case "refresh-refused":
      case "token-refused":
        expect(event.seen).toBe(before.session.idToken);
        return;
      case "storage-read":
        expect(event.record.session, "storage was read, and held nobody").toBeNull();
        return;
      default:
        expect(event.type).toBe("sign-out-asked");
    }
  });
});

test("rule 2: no exchange begins while one is running, nor before the shared retry time", () => {
  holdsFor(({ before, event, effects, now }) => {
    const exchanges = effects.filter(({ type }) => type === "exchange");
    expect(exchanges.length).toBeLessThanOrEqual(1);
    const [started] = exchanges;
    if (before.status !== "signed-in" || started?.type !== "exchange") return;
    if (started.session.idToken !== before.session.idToken) return;
    expect(before.token.name, "single flight").not.toBe("refreshing");
    if (before.token.name !== "waiting" || isRetryDue(before.token.retry, now)) return;
    if (event.type === "storage-read") {
      const { retry } = event.record;
      expect(!retry || isRetryDue(retry, now), "storage knows of no attempt to wait for").toBe(true);
      return;
    }
    if (event.type === "refresh-due") return; // the timer itself: by the clock it ran on, the time has come
    expect(event.type).toBe("woke-up");
    expect(event.type === "woke-up" && event.cause).toMatch(/^(online|try-again)$/);
  });
});

test("rule 3: nothing an earlier exchange, change or lookup brings survives a sign-out", () => {
  holdsFor(({ before, event, state }) => {
    if (before.status !== "signed-out") return;
    const canSignIn = ["signed-in", "storage-read"].includes(event.type);
    if (!canSignIn) expect(state.status).toBe("signed-out");
  });
});

test("rule 4: whoever asks for a token gets a usable one, waits, or is told when to ask again", () => {
  holdsFor(({ event, state, now }) => {
    if (event.type !== "token-asked" || state.status !== "signed-in") return;
    if (state.token.name === "fresh") {
      expect(event.force, "a forced refresh is never answered with the token at hand").toBe(false);
      expect(isUsable(state.session, now)).toBe(true);
    }
    if (state.token.name === "waiting") expect(state.token.retry.retryAt).toBeTypeOf("number");
  });
});

test("rule 5: signed out means no token, no timer, nothing stored, and all tabs told", () => {
  holdsFor(({ before, event, state, effects }) => {
    const types = effects.map(({ type }) => type);
    if (state.status !== "signed-out") return;
    expect(JSON.stringify(state)).not.toContain(SECRET);
    expect(types).not.toContain("arm");
    expect(types).not.toContain("exchange");
    expect(types).not.toContain("store-session");
    if (before.status !== "signed-in") return;
    expect(types).toContain("disarm");
    // What came from storage is there already, and an exchange that was refused has cleared it in its lock.
    const isKnownToAll = event.type === "storage-read";
    if (!isKnownToAll) expect(effects).toContainEqual({ type: "tell-tabs", message: "signed-out" });
    if (!isKnownToAll && event.type !== "refresh-refused") expect(types).toContain("clear-storage");
  });
});

test("rule 6: a stored session is shown in the step that reads it", () => {
  holdsFor(({ event, state }) => {
    if (event.type !== "storage-read" || !event.record.session) return;
    expect(state).toMatchObject({ status: "signed-in", session: { user: event.record.session.user } });
  });
});

test("rule 7: a sign-in is complete in its own step, and the profile follows in the background", () => {
  holdsFor(({ event, state, effects }) => {
    if (event.type !== "signed-in") return;
    expect(state).toMatchObject({ status: "signed-in", session: event.session, token: { name: "fresh" } });
    const types = effects.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["store-session", "look-up"]));
    expect(types).not.toContain("exchange");
  });
});

test("in every state that waits for time, exactly one timer is armed for it", () => {
  holdsFor(({ state, effects }) => {
    const timers = effects.filter(({ type }) => type === "arm" || type === "disarm");
    const last = timers.at(-1);
    if (!last) return;
    const waits = state.status === "signed-in" && state.token.name !== "refreshing";
    expect(last.type).toBe(waits ? "arm" : "disarm");
  });
});
