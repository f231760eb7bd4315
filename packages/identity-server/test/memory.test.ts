import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { createTokenService } from "../../server/test/support/tokens.ts";
import { openSite } from "./support/site.ts";

const SESSIONS = 30;
const ROUNDS = 3;

test("the handlers and the memory store keep no object of a session that has ended", async () => {
  const tokens = await createTokenService();
  const { upstream, open } = openSite(tokens, Date.now);
  const own = await upstream.signIn("alice");
  const playSession = async () => {
    const browser = open();
    expect((await browser.handOver(own)).status).toBe(200);
    expect((await browser.exchange()).status).toBe(200);
    expect((await browser.send("POST", "/api/session/token", {}, { cookie: "absent" })).status).toBe(400);
    expect((await browser.send("DELETE", "/api/session")).status).toBe(204);
    upstream.calls.length = 0;
  };
  // Counts what is reachable. Bytes would vary with the compiler's caches.
  const counts: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let count = 0; count < SESSIONS; count += 1) await playSession();
    counts.push(queryObjects(Object, { format: "count" }));
  }
  // What grows with the sessions grows in every round.
  const growths = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  expect(Math.min(...growths)).toBeLessThan(SESSIONS);
});
