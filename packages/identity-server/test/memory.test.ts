import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { createUpstream, openBrowser, SECRET } from "../../server/test/support/sessions.ts";
import { createTokenService, TOKEN_PROJECT } from "../../server/test/support/tokens.ts";
import { memoryStore, sessionHandlers } from "../src/index.ts";

const ORIGIN = "https://www.example.com";
const SESSIONS = 30;
const ROUNDS = 3;

test("the handlers and the memory store keep no object of a session that has ended", async () => {
  const tokens = await createTokenService();
  const upstream = createUpstream({ tokens });
  const store = memoryStore({ idleSeconds: 86_400, lifetimeSeconds: 7 * 86_400, now: Date.now });
  const { handle } = sessionHandlers({
    store,
    secrets: [SECRET],
    origin: ORIGIN,
    projectId: TOKEN_PROJECT,
    apiKey: "fake-key",
    fetchTokens: upstream.fetchTokens,
    fetchKeys: tokens.fetchKeys,
  });
  const own = await upstream.signIn("alice");
  const playSession = async () => {
    const browser = openBrowser(upstream, async (path, init) => {
      const request = new Request(ORIGIN + path, init);
      request.headers.set("origin", ORIGIN);
      return (await handle(request)) ?? new Response(null, { status: 404 });
    });
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
