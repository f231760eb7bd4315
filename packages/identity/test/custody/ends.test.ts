import { describe, expect, test } from "vitest";
import { releasingCustody, serverCustody, sessionIdOf, setCustody } from "../../src/custody/index.ts";
import { settle } from "../support/clock.ts";
import { identity } from "../support/secrets.ts";
import { refreshToken, session } from "../support/tokens.ts";
import { credential, ended, KEY, type Setting, setUp, signedIn, URL_OF_SERVER } from "./set-up.ts";

const HOUR = 3_600_000;
const SIGNED_IN = { status: "signed-in", user: { uid: "alice" } };

describe("the ends that a page notes", () => {
  const offline =
    (isOffline: (end: string) => boolean) => (call: { method: string; search: string; headers: Headers }) =>
      call.method === "DELETE" && isOffline(call.headers.get("x-session") + call.search)
        ? "offline"
        : undefined;
  const notes = ({ browser }: Setting) => browser.persistence.signOutNotes?.getItem(`${KEY}:ends`) ?? "";

  test("an end that the server accepted without a body is not repeated", async () => {
    const set = setUp();
    set.world.own = ({ method }) => (method === "DELETE" ? { status: 204, body: {} } : undefined);
    const { client } = await signedIn(set);
    await identity.signOut(client);
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toHaveLength(1);
    expect(notes(set)).toBe("[]");
  });

  test("the promise of a sign-out resolves after the server's answer, and the state changes before", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    let answer = () => {};
    set.world.own = ({ method }) =>
      method === "DELETE"
        ? new Promise((resolve) => {
            answer = () => resolve({ status: 204, body: {} });
          })
        : undefined;
    let isOver = false;
    const over = identity.signOut(client).then(() => {
      isOver = true;
    });
    await settle();
    expect([client.getState().status, isOver]).toEqual(["signed-out", false]);
    answer();
    await over;
  });

  test("a sign-out waits two seconds at most for a server that hangs", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    set.world.own = ({ method }) => (method === "DELETE" ? "hang" : undefined);
    let isOver = false;
    const over = identity.signOut(client).then(() => {
      isOver = true;
    });
    await set.browser.clock.advance(1999);
    expect(isOver).toBe(false);
    await set.browser.clock.advance(1);
    expect(isOver).toBe(true);
    await over;
  });

  test("a session that an API refused ends without a wait for the server", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    set.world.own = ({ method }) => (method === "DELETE" ? "hang" : undefined);
    await identity.invalidateSession(client, "invalid-user-token");
    expect(client.getState()).toMatchObject({ status: "signed-out" });
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

  test("a failed call to end all sessions of a deleted account stays noted, although its sign-out is accepted", async () => {
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
