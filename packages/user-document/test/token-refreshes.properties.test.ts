import fc from "fast-check";
import { expect, test } from "vitest";
import { randomCases } from "./support/random-cases.ts";
import { createSignedIn } from "./support/signed-in.ts";

const RUNS = randomCases(60);
const MINUTE_MS = 60_000;
/** The shortest pause between two forced refreshes: half of the first back-off step. */
const SHORTEST_PAUSE_MS = 500;

type Tab = Awaited<ReturnType<typeof createSignedIn>>;

const incident = fc.oneof(
  fc.record({ type: fc.constant("token rejected" as const) }),
  fc.record({ type: fc.constant("every token rejected" as const), isOn: fc.boolean() }),
  fc.record({ type: fc.constant("token service down" as const), isOn: fc.boolean() }),
  fc.record({ type: fc.constant("sessions lost" as const) }),
  fc.record({
    type: fc.constant("clock moved" as const),
    ms: fc.oneof(
      fc.constantFrom(3_601_000, -3_601_000),
      fc.integer({ min: -86_400_000, max: 86_400_000 }),
      fc.integer({ min: -2_000, max: 2_000 }),
    ),
  }),
  fc.record({ type: fc.constant("slept" as const), ms: fc.integer({ min: 10_000, max: 7_200_000 }) }),
  fc.record({
    type: fc.constant("page" as const),
    happening: fc.constantFrom("visible", "hidden", "online", "offline"),
  }),
  fc.record({ type: fc.constant("asked" as const), what: fc.constantFrom("get", "set", "retry") }),
);
const step = fc.record({
  incident,
  /** Short times are frequent, so that incidents coincide with a running request. */
  ms: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 3_000, max: 600_000 })),
});
type Incident = typeof incident extends fc.Arbitrary<infer I> ? I : never;

const happen = async (tab: Tab, incident: Incident): Promise<void> => {
  const { document } = tab.client;
  switch (incident.type) {
    case "token rejected":
      tab.refusedTokens.add(await tab.idToken().catch(() => "none"));
      return tab.firestore.channels.endAll();
    case "every token rejected":
      tab.rejectAllTokens(incident.isOn);
      return tab.firestore.channels.endAll();
    case "token service down":
      return tab.setTokenServiceDown(incident.isOn);
    case "sessions lost":
      return tab.firestore.channels.endAll();
    case "clock moved":
      return tab.moveClock(incident.ms);
    case "slept":
      return tab.time.sleep(incident.ms);
    case "page":
      return tab.emit(incident.happening);
    case "asked":
      if (incident.what === "retry") return document.retryNow();
      void (incident.what === "get" ? document.get() : document.set({ name: "Ada" }, { merge: true })).catch(
        () => undefined,
      );
  }
};

test("no sequence of rejections, clock jumps and wakes forces two refreshes without a pause between them", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (seed, steps) => {
        const tab = await createSignedIn(seed);
        tab.client.watch();
        await tab.time.advance(20_000);
        let allowed = 4;
        for (const { incident, ms } of steps) {
          await happen(tab, incident);
          await tab.time.advance(ms);
          // Every incident may make the token look expired once, and the identity client's own back-off allows one
          // refresh per 30 s.
          allowed += 2 + ms / 30_000;
        }
        for (const [index, { forwardMs }] of tab.forced.entries()) {
          const before = tab.forced[index - 1];
          if (before) expect(forwardMs - before.forwardMs).toBeGreaterThanOrEqual(SHORTEST_PAUSE_MS);
        }
        expect(tab.exchanges.length).toBeLessThanOrEqual(allowed + tab.forced.length);

        tab.rejectAllTokens(false);
        tab.setTokenServiceDown(false);
        tab.emit("visible");
        await tab.time.advance(40 * MINUTE_MS);
        expect(tab.client.connection()).toBe("live");
        tab.client.document.dispose();
        tab.identity.dispose();
      },
    ),
    { numRuns: RUNS },
  ));

test("when the clock jumps past the token's expiry, an open stream causes one refresh and continues", async () => {
  const tab = await createSignedIn(1);
  tab.client.watch();
  await tab.time.advance(3_000);
  await tab.time.sleep(3_601_000);
  tab.emit("visible");
  await tab.time.advance(8_000);
  expect(tab.exchanges.length).toBeLessThanOrEqual(2);
  expect(tab.client.connection()).toBe("live");
});
