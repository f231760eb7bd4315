import { describe, expect, test } from "vitest";
import { releasingCustody, serverCustody, sessionIdOf, setCustody } from "../../src/custody/index.ts";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { identity } from "../support/secrets.ts";
import { refreshToken, session } from "../support/tokens.ts";
import { credential, KEY, setUp, URL_OF_SERVER } from "./set-up.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SIGNED_IN = { status: "signed-in", user: { uid: "alice" } };

type Set = ReturnType<typeof setUp>;
const searches = ({ ownCalls }: Set) => ownCalls().map(({ method, path, search }) => [method, path + search]);
const ended = ({ ownCalls }: Set) =>
  ownCalls().flatMap(({ method, search, headers }) =>
    method === "DELETE" ? [`${headers.get("x-session")}${search}`] : [],
  );
const signedIn = async (set: Set) => {
  const tab = set.open();
  await identity.signInWithPassword(tab.client, credential);
  return { ...tab, id: sessionIdOf(tab.client) ?? "" };
};

describe("the calls of a custody", () => {
  test("the calls of a custody are JSON, and only a call without a body outlives its page", async () => {
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
      ["POST", "/api/session/token", JSON_TYPE, false],
      ["DELETE", "/api/session?replaced", null, true],
    ]);
  });

  test("the error of a call of a custody names the call without its address", async () => {
    const set = setUp();
    const { client } = set.open();
    for (const [answer, code] of [
      [{ status: 404, body: {} }, "custody-unavailable"],
      ["offline", "network-request-failed"],
    ] as const) {
      set.world.own = () => answer;
      await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({
        ...{ code, message: expect.stringContaining("POST session") },
      });
    }
  });

  test.each([
    ["an exchange on the server", "server", 56 * MINUTE],
    ["the move of a session to the server", "browser", 1_000],
  ])("%s is aborted when the user signs out", async (_, before, afterMs) => {
    const set = setUp();
    const { browser, world, open, ownCalls } = set;
    if (before === "browser") browser.values.set(KEY, { version: 1, session: session() });
    else (await signedIn(set)).client.dispose();
    world.own = ({ method }) => (method === "POST" ? "hang" : undefined);
    const { client } = open();
    await browser.clock.advance(afterMs);
    const running = ownCalls().at(-1);
    expect(running?.signal.aborted).toBe(false);
    await identity.signOut(client);
    await settle();
    expect(running?.signal.aborted).toBe(true);
  });

  test("a session that the browser kept is handed over as moved, a sign-in and new tokens are not", async () => {
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
    ]);
  });

  test("new tokens whose hand-over failed are handed over later, and not as a moved session", async () => {
    const set = setUp();
    const { client, id } = await signedIn(set);
    set.world.own = () => refusal("", 503);
    await identity.updatePassword(client, "another-horse");
    set.world.own = undefined;
    await set.browser.clock.advance(HOUR);
    const [, , again] = set.ownCalls();
    expect([again?.path, again?.search, again?.headers.get("x-session")]).toEqual(["/api/session", "", id]);
  });

  test("a signed-out client has no session ID", async () => {
    const set = setUp();
    const { client } = set.open();
    expect(sessionIdOf(client)).toBeUndefined();
    await settle();
    expect(sessionIdOf(client)).toBeUndefined();
  });
});

describe("the order of hand-overs", () => {
  test("a slow hand-over keeps the next one of another tab waiting, by a lock of this project", async () => {
    const set = setUp();
    const { browser, world, open } = set;
    const [one, two] = [open(), open()];
    let [running, most] = [0, 0];
    world.delay = async ({ method }) => {
      if (method !== "POST") return;
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, 25_000));
      running -= 1;
    };
    const first = identity.signInWithPassword(one.client, credential).catch(() => undefined);
    await settle();
    expect(browser.locks.heldBy(`${KEY}:custody`)).toBeDefined();
    world.sub = "bob";
    const second = identity.signInWithPassword(two.client, credential);
    await browser.clock.advance(MINUTE);
    await first;
    expect(await second).toMatchObject({ uid: "bob" });
    expect(most).toBe(1);
  });

  test("a sign-in that a later one replaced before its turn is not handed over", async () => {
    const set = setUp();
    const { browser, world, open, ownCalls } = set;
    const [other, tab] = [open(), open()];
    world.delay = ({ method }) =>
      method === "POST" ? new Promise((resolve) => browser.clock.setTimeout(resolve, 5_000)) : undefined;
    const slow = identity.signInWithPassword(other.client, credential).catch(() => undefined);
    await settle();
    const replaced = identity.signInWithPassword(tab.client, credential).catch(({ code }) => code);
    await settle();
    world.sub = "bob";
    const last = identity.signInWithPassword(tab.client, credential);
    await browser.clock.advance(MINUTE);
    await slow;
    expect(await replaced).toBe("session-changed");
    expect(await last).toMatchObject({ uid: "bob" });
    expect(ownCalls().filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  test("a sign-in whose page was frozen during its hand-over times out, and the next page ends its session", async () => {
    const set = setUp();
    const { browser, world, ownCalls } = set;
    const frozen = { is: false as boolean, due: [] as (() => void)[] };
    const tab = browser.open({
      custody: serverCustody({ url: URL_OF_SERVER }),
      setTimeout: (callback, ms) =>
        browser.clock.setTimeout(() => (frozen.is ? void frozen.due.push(callback) : callback()), ms),
    });
    let answer = () => {};
    world.delay = ({ path }) =>
      path === "/api/session"
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : undefined;
    const signingIn = identity.signInWithPassword(tab.client, credential).catch((error: unknown) => error);
    await settle();
    frozen.is = true;
    await browser.clock.advance(MINUTE);
    world.own = ({ method }) => (method === "DELETE" ? "offline" : undefined);
    frozen.is = false;
    answer();
    expect(await signingIn).toMatchObject({ name: "IdentityError", code: "timeout" });
    await settle();
    expect(tab.client.getState()).toMatchObject({ status: "signed-out" });
    tab.crash();
    world.own = undefined;
    const before = ownCalls().length;
    set.open();
    await settle();
    expect(searches(set).slice(before)).toEqual([["DELETE", "/api/session"]]);
  });

  test("a sign-out during the hand-over of new tokens ends the session once", async () => {
    const set = setUp();
    const { client, id } = await signedIn(set);
    set.world.delay = ({ method }) =>
      method === "POST" ? new Promise((resolve) => set.browser.clock.setTimeout(resolve, 5_000)) : undefined;
    const changing = identity.updatePassword(client, "another-horse").catch(() => undefined);
    await settle();
    await identity.signOut(client);
    await set.browser.clock.advance(MINUTE);
    await changing;
    expect(ended(set)).toEqual([`${id}?replaced`]);
  });
});

describe("the ends that a page notes", () => {
  const offline =
    (isOffline: (end: string) => boolean) => (call: { method: string; search: string; headers: Headers }) =>
      call.method === "DELETE" && isOffline(call.headers.get("x-session") + call.search)
        ? "offline"
        : undefined;
  const notes = ({ browser }: Set) => browser.persistence.signOutNotes?.getItem(`${KEY}:ends`) ?? "";

  test("an end that the server accepted without a body is not repeated", async () => {
    const set = setUp();
    set.world.own = ({ method }) => (method === "DELETE" ? { status: 204, body: {} } : undefined);
    const { client } = await signedIn(set);
    await identity.signOut(client);
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toHaveLength(1);
    expect(notes(set)).toBe("[]");
  });

  test("an accepted end leaves the notes of the others", async () => {
    const set = setUp();
    set.world.own = offline(() => true);
    const first = await signedIn(set);
    await identity.signOut(first.client);
    const second = await signedIn(set);
    await identity.signOut(second.client);
    await settle();
    set.world.own = offline((end) => end.startsWith(first.id));
    await set.browser.clock.advance(40_000);
    expect(notes(set)).toContain(first.id);
    expect(notes(set)).not.toContain(second.id);
  });

  test("an accepted sign-out leaves the note that all sessions of a deleted account end", async () => {
    const set = setUp();
    const { client, id } = await signedIn(set);
    set.world.own = offline((end) => end.endsWith("?everywhere"));
    await identity.deleteUser(client);
    await settle();
    expect(JSON.parse(notes(set))).toEqual([{ handle: id, query: "?everywhere" }]);
  });

  test("the notes keep the newest twenty ends", async () => {
    const set = setUp();
    set.world.own = offline(() => true);
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      const { client, id } = await signedIn(set);
      ids.push(id);
      await identity.signOut(client);
      client.dispose();
    }
    await settle();
    expect((JSON.parse(notes(set)) as { handle: string }[]).map(({ handle }) => handle)).toEqual(
      ids.slice(2),
    );
  });

  test("a page whose browser refuses the notes retries its own ends, and no other", async () => {
    const set = setUp();
    const { browser, world } = set;
    const { signOutNotes: _, ...persistence } = browser.persistence;
    const { client } = browser.open({ custody: serverCustody({ url: URL_OF_SERVER }), persistence });
    await settle();
    expect(set.ownCalls()).toEqual([]);
    await identity.signInWithPassword(client, credential);
    const id = sessionIdOf(client);
    world.own = () => "offline";
    await identity.signOut(client);
    await settle();
    world.own = undefined;
    await browser.clock.advance(HOUR);
    expect(ended(set)).toEqual([`${id}?replaced`, `${id}?replaced`]);
  });

  test("an end waits for its back-off when the page becomes visible", async () => {
    const set = setUp();
    const { client, wake } = await signedIn(set);
    set.world.own = () => "offline";
    await identity.signOut(client);
    await settle();
    wake("visible");
    wake("page-shown");
    await settle();
    expect(ended(set)).toHaveLength(1);
  });

  test("a session that the server never had ends without a call", async () => {
    const set = setUp();
    set.browser.values.set(KEY, { version: 1, session: session() });
    set.world.own = () => "offline";
    const { client } = set.open();
    await settle();
    await identity.signOut(client);
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toEqual([]);
    expect(notes(set)).toBe("");
  });
});

describe("a custody that gives refresh tokens back", () => {
  const custody = releasingCustody({ url: URL_OF_SERVER });

  test("a sign-in on a site that went back to browser sessions keeps its refresh token in the browser", async () => {
    const set = setUp();
    const { client } = set.browser.open({ custody });
    await identity.signInWithPassword(client, credential);
    expect(client.getState()).toMatchObject(SIGNED_IN);
    expect(set.stored()).toContain(refreshToken());
    expect(set.ownCalls()).toEqual([]);
  });

  test("a release names its session, and the page fetches the token at once after its mode has changed", async () => {
    const set = setUp();
    const { client, events, id } = await signedIn(set);
    set.world.own = ({ path }) =>
      path.endsWith("/release") ? { body: { refresh_token: refreshToken() } } : undefined;
    setCustody(client, custody);
    await settle();
    const release = set.ownCalls().at(-1);
    expect([release?.path, release?.headers.get("x-session")]).toEqual(["/api/session/release", id]);
    expect(events).toContainEqual({ type: "woke-up", cause: "try-again" });
  });
});
