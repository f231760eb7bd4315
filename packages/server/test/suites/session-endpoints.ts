import { MAX_BODY_BYTES } from "@tallybin/identity-server/http/read-json";
import { MAX_TOKEN_BYTES } from "@tallybin/identity-server/tokens/id-token";
import { expect, test } from "vitest";
import { sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** What the session endpoints accept, and what their responses say. */
export function sessionEndpointsSuite(world: World): void {
  const { upstream, serve, open, openAt, sql, rows } = sessionWorld(world);
  const errorOf = async (response: Response) => {
    const { code, message } = (await response.json()) as { code: string; message: string };
    return [response.status, code, message];
  };

  test("a GET request may lack an origin, and any request may lack Fetch Metadata", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const list = await browser.send("GET", "/api/sessions", undefined, { origin: "absent" });
    expect(list.status).toBe(200);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "absent" };
    expect((await browser.send("GET", "/api/sessions", undefined, foreign)).status).toBe(403);
    expect(
      (await browser.send("POST", "/api/session/token", {}, { "sec-fetch-site": "absent" })).status,
    ).toBe(200);
  });

  test("a body that a session endpoint cannot read is refused with an error that says what it must hold", async () => {
    const browser = open(serve());
    const { idToken, refreshToken } = await browser.signIn("alice");
    const handOver = "The body must hold an ID token, a refresh token and a place.";
    const place = { stamp: 1, generation: "sign-in", change: 0, turn: 0 };
    const held = '"held" must be the end of an ID token.';
    const cases: [path: string, body: object, message: string][] = [
      ["/api/session", { idToken, place }, handOver],
      ["/api/session", { idToken: "", refreshToken, place }, handOver],
      ["/api/session", { idToken, refreshToken: "", place }, handOver],
      ["/api/session", { idToken, refreshToken }, handOver],
      ["/api/session", { idToken, refreshToken, place: { ...place, turn: -1 } }, handOver],
      ["/api/session/token", { held: "x".repeat(65) }, held],
      ["/api/session/token", { held: 5 }, held],
    ];
    for (const [path, body, message] of cases)
      expect(await errorOf(await browser.send("POST", path, body))).toEqual([
        400,
        "invalid-argument",
        message,
      ]);
    expect((await browser.send("POST", "/api/session/token", { held: "x".repeat(64) })).status).toBe(200);
    expect((await browser.send("POST", "/api/session/token", {})).status, "nothing is held").toBe(200);
  });

  test("a session starts and continues with an ID token of many claims", async () => {
    const browser = open(serve());
    const groups = Array.from({ length: 300 }, (_, n) => `廃棄物 ${n} 課`);
    const tokens = await upstream.signIn("alice", "alice@example.com", { groups });
    expect(tokens.idToken.length).toBeGreaterThan(8_192);
    expect((await browser.handOver(tokens)).status).toBe(200);
    expect((await browser.exchange()).status).toBe(200);
  });

  test("the response to a hand-over of a larger token or body names the limit", async () => {
    const browser = open(serve());
    const tooLarge = (what: string, bytes: number) => [
      413,
      "request-too-large",
      `The ${what} is larger than ${bytes} bytes.`,
    ];
    const tokens = await upstream.signIn("alice", "alice@example.com", { name: "x".repeat(MAX_TOKEN_BYTES) });
    expect(await errorOf(await browser.handOver(tokens))).toEqual(tooLarge("ID token", MAX_TOKEN_BYTES));
    const refreshToken = "x".repeat(MAX_BODY_BYTES);
    const { idToken } = await upstream.signIn("alice");
    const response = await browser.handOver({ idToken, refreshToken });
    expect(await errorOf(response)).toEqual(tooLarge("request", MAX_BODY_BYTES));
  });

  test("a DELETE of sessions must name the sessions that it ends", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    expect(await errorOf(await browser.send("DELETE", "/api/sessions"))).toEqual([
      400,
      "invalid-argument",
      "Say ?others, or name one session.",
    ]);
    expect(await errorOf(await browser.send("DELETE", "/api/sessions/not-an-id"))).toEqual([
      400,
      "invalid-argument",
      "That is not the ID of a session.",
    ]);
    expect(await rows()).toHaveLength(1);
  });

  test("session endpoints answer in the documented shape, and no cache may store their responses", async () => {
    const site = serve();
    const browser = open(site);
    const responses: [name: string, response: Response][] = [];
    const send = async (method: string, path: string, body?: object) => {
      const response = await browser.send(method, path, body);
      responses.push([`${method} ${path}`, response]);
      return response;
    };
    const tokens = await upstream.signIn("alice");
    responses.push(["hand-over", await browser.handOver(tokens)]);
    const exchanged = await (await send("POST", "/api/session/token", {})).json();
    expect(Object.keys(exchanged)).toEqual(["id_token", "expires_in", "token_type"]);
    expect(await (await send("GET", "/api/sessions")).json()).toMatchObject({
      message: "The sessions of this account.",
      data: {
        sessions: [
          {
            id: browser.state.session,
            current: true,
            browser: "Firefox",
            system: "Linux",
            createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
            lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          },
        ],
      },
    });
    expect(await (await send("DELETE", "/api/sessions?others")).json()).toMatchObject({
      message: "Signed out everywhere else.",
      data: { ended: 0 },
    });
    expect(await (await send("DELETE", `/api/sessions/${crypto.randomUUID()}`)).json()).toMatchObject({
      message: "Signed out there.",
      data: { ended: 0 },
    });
    const back = openAt(serve({ SESSIONS: "browser" }), browser);
    responses.push(["release", await back.send("POST", "/api/session/release")]);
    const ended = await send("DELETE", "/api/session");
    expect([ended.status, await ended.text()]).toEqual([204, ""]);
    expect((await send("DELETE", "/api/session")).status, "an ended session is no error").toBe(204);
    const refused = await send("POST", "/api/session/token", {});
    expect(await refused.json()).toEqual({ error: { code: 400, message: "TOKEN_EXPIRED" } });
    for (const [name, response] of responses)
      expect([name, response.headers.get("cache-control")]).toEqual([name, "no-store"]);
  });

  test("a browser whose session has ended can neither list nor end the sessions of its account", async () => {
    const site = serve();
    const [browser, other] = [open(site), open(site)];
    await browser.signIn("alice");
    await other.signIn("alice");
    await sql("delete from sessions where id = $1", browser.state.session);
    for (const [method, path] of [
      ["GET", "/api/sessions"],
      ["DELETE", "/api/sessions?others"],
      ["DELETE", `/api/sessions/${other.state.session}`],
    ]) {
      const response = await browser.send(method ?? "", path ?? "");
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toEqual({ error: { code: 400, message: "TOKEN_EXPIRED" } });
    }
    expect(await rows()).toHaveLength(1);
  });

  test("on a site that went back to sessions in the browser, a sign-out still ends the session on the server", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const back = openAt(serve({ SESSIONS: "browser" }), browser);
    expect((await back.send("DELETE", "/api/session?replaced")).status).toBe(204);
    expect(back.state.cookie).toBe("");
    expect(await rows()).toEqual([]);
  });
}
