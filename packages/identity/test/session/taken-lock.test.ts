import { expect, test } from "vitest";
import { memoryPersistence } from "../../src/persistence/persistence.ts";
import { exchangeOnce } from "../../src/session/exchange.ts";
import { BACK_OFF } from "../../src/session/retry.ts";
import type { SignedIn } from "../../src/session/state.ts";
import { createStore } from "../../src/session/store.ts";
import { createBrowser } from "../support/browser.ts";
import { createClock, START, settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { idToken, refreshToken, session } from "../support/tokens.ts";

const KEY = "identity-client:demo-tallybin";

test("an exchange is aborted if another tab takes the exchange's lock", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 1, session: session() });
  const held: { signal: AbortSignal }[] = [];
  const one = browser.open({
    // A frozen page: its timers do not run.
    setTimeout: () => () => {},
    fetch: (_, init) => new Promise(() => held.push({ signal: init?.signal ?? AbortSignal.abort() })),
  });
  const two = browser.open();
  await settle();
  held.length = 0;
  void identity.getIdToken(one.client, { forceRefresh: true }).catch(() => undefined);
  await settle();
  expect(held.at(-1)?.signal.aborted).toBe(false);
  browser.answerWith((call) => (call.path === "/v1/token" ? { status: 503, body: "" } : google()(call)));
  void identity.getIdToken(two.client, { forceRefresh: true }).catch(() => undefined);
  await browser.clock.advance(46_000);
  expect(JSON.stringify(browser.values.get(KEY)), "the second tab's failure").toContain('"retry":');
  expect(held.at(-1)?.signal.aborted).toBe(true);
});

test("refreshed tokens of a session that storage had refused replace the older tokens in storage", async () => {
  const clock = createClock();
  const persistence = memoryPersistence();
  const older = session();
  const held: SignedIn = {
    ...{ status: "signed-in", phase: "refreshing", retry: undefined, durability: "memory" },
    session: { ...older, idToken: idToken(), receivedAt: START + 1 },
    base: [older.generation],
  };
  await persistence.update(KEY, () => ({ version: 1, session: older }));
  const store = createStore({ ...clock, scope: KEY, persistence, tabs: undefined });
  const next = { idToken: idToken(), refreshToken: refreshToken(), expiresIn: 3600 };
  const outcome = await exchangeOnce(
    { store, lock: (work) => work(), now: clock.now, backOff: BACK_OFF, exchangeToken: async () => next },
    held,
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ type: "exchanged", isStored: true });
  expect(await persistence.read(KEY)).toMatchObject({ session: { idToken: next.idToken } });
});
