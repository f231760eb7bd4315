import { expect, test } from "vitest";
import { sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };

/** An attacker's possible requests. */
export function sessionAttacksSuite(world: World): void {
  const { upstream, serve, open, rows } = sessionWorld(world);

  test.each([
    ["without the header", { "x-session": "absent" }],
    ["from another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["from another port or subdomain, which shares cookies", { "sec-fetch-site": "same-site" }],
    ["from an address bar", { "sec-fetch-site": "none", origin: "absent" }],
    [
      "with another origin and no Fetch Metadata",
      { "sec-fetch-site": "absent", origin: "https://evil.example" },
    ],
    ["with the origin of a sandboxed frame", { "sec-fetch-site": "absent", origin: "null" }],
    ["without an origin and without Fetch Metadata", { "sec-fetch-site": "absent", origin: "absent" }],
  ])("the session cookie gives no access in a request %s", async (_, headers) => {
    const site = serve();
    const [browser, other] = [open(site), open(site)];
    await browser.signIn("alice");
    await other.signIn("alice");
    const tokens = await upstream.signIn("mallory");
    const calls: [method: string, path: string, body?: object][] = [
      ["POST", "/api/session", tokens],
      ["POST", "/api/session/token", {}],
      ["DELETE", "/api/session"],
      ["DELETE", "/api/sessions?others"],
      ["DELETE", `/api/sessions/${other.state.session}`],
    ];
    for (const [method, path, body] of calls) {
      const response = await browser.send(method, path, body, headers);
      const { code, message } = (await response.json()) as { code: string; message: string };
      const fault =
        "x-session" in headers
          ? "The header x-session is missing."
          : "Open the site at https://www.tallybin.example.";
      expect([path, response.status, code, message]).toEqual([path, 403, "permission-denied", fault]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    expect((await rows()).map(({ uid }) => uid)).toEqual(["alice", "alice"]);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });

  test("an invented session ID gives no access", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    for (const id of [
      ...["", "x", "new", "a".repeat(43), "00000000-0000-4000-8000-000000000000"],
      "'; drop table sessions; --",
    ]) {
      browser.state.session = id;
      expect(await browser.exchange(), id).toMatchObject(OVER);
    }
    expect(await rows()).toHaveLength(1);
  });

  test("fixation: a cookie from before a sign-in gives no access to the new session", async () => {
    const site = serve();
    const [mallory, victim] = [open(site), open(site)];
    await mallory.signIn("mallory");
    victim.state.cookie = mallory.state.cookie;
    await victim.signIn("alice");
    expect(await victim.exchange()).toMatchObject({ status: 200 });
    expect(victim.state.cookie).not.toBe(mallory.state.cookie);
    mallory.state.session = victim.state.session;
    expect(await mallory.exchange()).toMatchObject(OVER);
    expect(
      (await rows()).map(({ uid }) => uid),
      "the planted session has ended",
    ).toEqual(["alice"]);
    const invented = open(site);
    invented.state.cookie = `__Host-session-1a2b3c4d=${"A".repeat(43)}`;
    const { cookie } = invented.state;
    await invented.signIn("bob");
    expect(await invented.exchange()).toMatchObject({ status: 200 });
    invented.state.cookie = cookie;
    expect(await invented.exchange()).toMatchObject(OVER);
  });

  test("the server refuses another user's refresh token, at sign-in and later", async () => {
    const browser = open(serve());
    const [alice, bob] = [await upstream.signIn("alice"), await upstream.signIn("bob")];
    const mixed = { idToken: alice.idToken, refreshToken: bob.refreshToken };
    const response = await browser.handOver(mixed);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: "INVALID_REFRESH_TOKEN" } },
    ]);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await rows()).toEqual([]);
    await browser.signIn("alice");
    expect((await browser.handOver(bob, browser.state.session)).status, "of another account").toBe(400);
    expect((await rows()).map(({ uid }) => uid)).toEqual(["alice"]);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });

  test.each(["forged", "expired"])(
    "the server refuses a hand-over with an ID token that is %s",
    async (kind) => {
      const { refreshToken } = await upstream.signIn("alice");
      const at = Math.floor(Date.now() / 1000);
      const idToken =
        kind === "forged"
          ? await world.tokens.sign({ sub: "alice" }, {}, await world.tokens.make("key-1"))
          : await upstream.idTokenOf(
              { uid: "alice", email: "a@example.com" },
              { exp: at - 60, iat: at - 3660 },
            );
      const response = await open(serve()).handOver({ idToken, refreshToken });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { message: "INVALID_ID_TOKEN" } },
      ]);
      expect(upstream.calls, "makes no upstream call").not.toContainEqual(
        expect.objectContaining({ token: refreshToken }),
      );
    },
  );

  test("the ID of another account's session ends no session", async () => {
    const site = serve();
    const [alice, bob] = [open(site), open(site)];
    await alice.signIn("alice");
    await bob.signIn("bob");
    const response = await alice.send("DELETE", `/api/sessions/${bob.state.session}`);
    expect(await response.json()).toMatchObject({ data: { ended: 0 } });
    expect(await rows()).toHaveLength(2);
  });

  test("refused requests count against the limit of an IP address, and exchanges of a valid session do not", async () => {
    const site = serve({ LIMIT_PER_CLIENT: "3/600" });
    const [browser, guesser] = [open(site), open(site)];
    await browser.signIn("alice");
    guesser.state.session = browser.state.session;
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      guesser.state.cookie = `__Host-session-1a2b3c4d=${String(attempt).repeat(43)}`;
      statuses.push((await guesser.exchange()).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });

  test("hand-overs count against the limit of their account, even if they fail", async () => {
    const site = serve({ LIMIT_PER_CLIENT: "3/600" });
    const browser = open(site);
    const { idToken } = await upstream.signIn("alice");
    const statuses: number[] = [];
    const before = upstream.calls.length;
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push((await browser.handOver({ idToken, refreshToken: `guess-${attempt}` })).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
    expect(upstream.calls.length - before, "the limit bounds calls of the token service").toBe(3);
    expect((await open(site).handOver(await upstream.signIn("bob"))).status).toBe(200);
  });
}
