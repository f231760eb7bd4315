import { describe, expect, test } from "vitest";
import { releasingCustody, serverCustody, sessionIdOf, setCustody } from "../../src/custody/index.ts";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { idToken, session } from "../support/tokens.ts";
import { credential, ended, KEY, type Setting, setUp, signedIn, URL_OF_SERVER } from "./set-up.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIGNED_IN = { status: "signed-in", user: { uid: "alice" } };

const tokenExpired = () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });

const searches = ({ ownCalls }: Setting) =>
  ownCalls().map(({ method, path, search }) => [method, path + search]);

describe("the calls of a custody", () => {
  test("custody calls send JSON, and only calls without a body continue after their page has closed", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    await set.browser.clock.advance(56 * MINUTE);
    await identity.signOut(client);
    await settle();
    const JSON_TYPE = "application/json";
    expect(
      set
        .ownCalls()
        .map(({ method, path, search, headers, keepalive }) => [
          ...[method, path + search, headers.get("content-type"), keepalive],
        ]),
    ).toEqual([
      ["POST", "/api/session", JSON_TYPE, false],
      ["PUT", "/api/session", null, true],
      ["POST", "/api/session/token", JSON_TYPE, false],
      ["DELETE", "/api/session?replaced", null, true],
    ]);
  });

  test("the error of a failed custody call names the call and not the server's address", async () => {
    const set = setUp();
    const { client } = set.open();
    for (const [answer, code] of [
      [{ status: 404, body: {} }, "custody-unavailable"],
      ["offline", "network-request-failed"],
    ] as const) {
      set.world.own = () => answer;
      await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({
        code,
        message: expect.stringContaining("POST session"),
      });
    }
  });

  test.each([
    [403, "unknown"],
    [404, "custody-unavailable"],
    [405, "custody-unavailable"],
    [429, "too-many-requests"],
    [503, "internal-error"],
  ])(
    "the server's own sentence in a refusal with status %i reaches the error's detail",
    async (status, code) => {
      const set = setUp();
      const { client } = set.open();
      const message = "Open the site at https://www.tallybin.example.";
      set.world.own = () => ({ status, body: { status: "error", code: "any", message, data: null } });
      await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({
        code,
        detail: message,
      });
    },
  );

  test("an exchange on the server is aborted when the user signs out", async () => {
    const set = setUp();
    const { browser, world, open, ownCalls } = set;
    (await signedIn(set)).client.dispose();
    world.own = ({ method }) => (method === "POST" ? "hang" : undefined);
    const { client } = open();
    await browser.clock.advance(56 * MINUTE);
    const running = ownCalls().at(-1);
    expect(running?.signal.aborted).toBe(false);
    await identity.signOut(client);
    await settle();
    expect(running?.signal.aborted).toBe(true);
  });

  test("a sign-out during the move of a session to the server ends the session there after the response", async () => {
    const set = setUp();
    const { browser, world, open } = set;
    browser.values.set(KEY, { version: 1, session: session() });
    world.delay = async ({ method }) => {
      if (method === "POST") await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, 5_000));
    };
    const { client } = open();
    await browser.clock.advance(1_000);
    await identity.signOut(client);
    await settle();
    expect(searches(set)).toEqual([["POST", "/api/session?moved"]]);
    await browser.clock.advance(5_000);
    expect(searches(set).slice(1)).toEqual([["DELETE", "/api/session"]]);
  });

  test.each([
    ["ends on the server too", serverCustody],
    ["ends on the server too in a client that has gone back to sessions in the browser", releasingCustody],
  ])("a session whose tokens Google refuses before their hand-over %s", async (_, custody) => {
    const set = setUp();
    const { client } = await signedIn(set);
    const answer = google();
    let refused = refusal("", 503);
    set.world.own = () => refusal("", 503);
    set.world.google = (call) => (call.path.endsWith("/token") ? refused : answer(call));
    await identity.updatePassword(client, "another-horse");
    set.world.own = undefined;
    refused = refusal("USER_DISABLED");
    setCustody(client, custody({ url: URL_OF_SERVER }));
    await set.browser.clock.advance(HOUR);
    expect(client.getState()).toEqual({ status: "signed-out", reason: "user-disabled" });
    expect(searches(set).at(-1)).toEqual(["DELETE", "/api/session?replaced"]);
  });

  test("only a session that the browser held before is handed over with ?moved; a sign-in and new tokens are not", async () => {
    const set = setUp();
    set.browser.values.set(KEY, { version: 1, session: session() });
    const { client } = set.open();
    await settle();
    await identity.updatePassword(client, "another-horse");
    await identity.signInWithPassword(client, credential);
    expect(searches(set)).toEqual([
      ["POST", "/api/session?moved"],
      ["POST", "/api/session"],
      ["POST", "/api/session"],
      ["PUT", "/api/session"],
    ]);
  });

  test("sessionIdOf returns undefined for a signed-out client", async () => {
    const set = setUp();
    const { client } = set.open();
    expect(sessionIdOf(client)).toBeUndefined();
    await settle();
    expect(sessionIdOf(client)).toBeUndefined();
  });
});

describe("hand-overs at the same time", () => {
  /** A connection on which the first hand-over gets no answer. */
  const stallFirst = ({ world }: Setting) => {
    let isFirst = true;
    world.own = ({ method, path }) => {
      if (method !== "POST" || path !== "/api/session" || !isFirst) return undefined;
      isFirst = false;
      return "hang";
    };
  };

  test.each([
    ["the same tab", false],
    ["another tab", true],
  ])("a sign-in of %s does not wait for a hand-over on a stalled connection", async (_, isOther) => {
    const set = setUp();
    stallFirst(set);
    const tab = set.open();
    const other = isOther ? set.open() : tab;
    const first = identity.signInWithPassword(tab.client, credential).catch(({ code }) => code);
    await settle();
    set.world.sub = "bob";
    expect(await identity.signInWithPassword(other.client, credential)).toMatchObject({ uid: "bob" });
    await set.browser.clock.advance(2 * MINUTE);
    expect(await first).toEqual(expect.any(String));
    expect(other.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "bob" } });
  });

  test("a sign-out reaches the server while a hand-over stalls", async () => {
    const set = setUp();
    const { client, id } = await signedIn(set);
    stallFirst(set);
    const next = identity.signInWithPassword(client, credential).catch(() => undefined);
    await settle();
    await identity.signOut(client);
    expect(ended(set)).toEqual([`${id}?replaced`]);
    await set.browser.clock.advance(2 * MINUTE);
    await next;
  });

  test("a sign-in resolves once the server knows that its page uses the session, or after two seconds", async () => {
    const set = setUp();
    const { client } = set.open();
    const use = createGate();
    set.world.own = ({ method }) =>
      method === "PUT" ? use.opened.then(() => ({ status: 503, body: {} })) : undefined;
    let isOver = false;
    const signIn = async () => {
      isOver = false;
      await identity.signInWithPassword(client, credential);
      isOver = true;
    };
    const slow = signIn();
    await settle();
    expect([client.getState().status, isOver]).toEqual(["signed-in", false]);
    await set.browser.clock.advance(2_000);
    await slow;
    const next = signIn();
    await settle();
    expect(isOver).toBe(false);
    use.open();
    await next;
    expect(client.getState()).toMatchObject(SIGNED_IN);
  });

  /** A tab whose hand-overs are answered, and whose timers fire, when its page is no longer frozen. */
  const openFreezable = ({ browser, world }: Setting) => {
    const frozen = { is: false as boolean, due: [] as (() => void)[] };
    const handOver = createGate();
    const tab = browser.open({
      custody: serverCustody({ url: URL_OF_SERVER }),
      setTimeout: (callback, ms) =>
        browser.clock.setTimeout(() => (frozen.is ? void frozen.due.push(callback) : callback()), ms),
    });
    world.delay = ({ path, method }) =>
      path === "/api/session" && method === "POST" ? handOver.opened : undefined;
    const freeze = async (ms: number) => {
      frozen.is = true;
      await browser.clock.advance(ms);
      frozen.is = false;
      handOver.open();
    };
    return { tab, freeze };
  };

  test("the hand-over of new tokens keeps the session although the page was frozen meanwhile", async () => {
    const set = setUp();
    await signedIn(set);
    const { tab, freeze } = openFreezable(set);
    await settle();
    const changing = identity.updatePassword(tab.client, "another-horse");
    await settle();
    await freeze(MINUTE);
    await changing;
    await settle();
    expect(tab.client.getState()).toMatchObject(SIGNED_IN);
    expect(ended(set)).toEqual([]);
  });

  test("a page asks the server for no token while the hand-over of its new tokens is pending", async () => {
    const set = setUp();
    const { browser, world } = set;
    const { client } = await signedIn(set);
    const answer = google();
    const renewed = {
      localId: "alice",
      idToken: idToken(),
      refreshToken: "refresh-alice-renewed",
      expiresIn: "3600",
    };
    world.google = (call) => (call.path.endsWith("accounts:update") ? { body: renewed } : answer(call));
    world.upstream = (token) => (token === renewed.refreshToken ? undefined : tokenExpired());
    world.delay = ({ path }) =>
      path === "/api/session"
        ? new Promise((resolve) => browser.clock.setTimeout(resolve, 25_000))
        : undefined;
    await browser.clock.advance(54.9 * MINUTE);
    const changing = identity.updatePassword(client, "another-horse");
    await browser.clock.advance(MINUTE);
    await changing;
    expect(client.getState()).toMatchObject(SIGNED_IN);
    expect(searches(set).slice(2)).toEqual([["POST", "/api/session"]]);
  });

  test("a sign-out during the hand-over of new tokens ends the session on the server with one call", async () => {
    const set = setUp();
    const { client, id } = await signedIn(set);
    set.world.delay = ({ method }) =>
      method === "POST" ? new Promise((resolve) => set.browser.clock.setTimeout(resolve, 5_000)) : undefined;
    const changing = identity.updatePassword(client, "another-horse").catch(() => undefined);
    await settle();
    const ending = identity.signOut(client);
    await set.browser.clock.advance(MINUTE);
    await Promise.all([changing, ending]);
    expect(ended(set)).toEqual([`${id}?replaced`]);
  });
});
