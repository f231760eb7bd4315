import { describe, expect, test } from "vitest";
import { partsOf } from "../../src/client/client-parts.ts";
import { releasingCustody, serverCustody, sessionIdOf, setCustody } from "../../src/custody/index.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { identity } from "../support/secrets.ts";
import { refreshToken, session } from "../support/tokens.ts";
import { credential, ended, KEY, type Setting, setUp, signedIn, URL_OF_SERVER } from "./set-up.ts";

const HOUR = 3_600_000;
const SIGNED_IN = { status: "signed-in", user: { uid: "alice" } };

describe("session ends that a page has noted", () => {
  const offline =
    (isOffline: (end: string) => boolean) => (call: { method: string; search: string; headers: Headers }) =>
      call.method === "DELETE" && isOffline(call.headers.get("x-session") + call.search)
        ? "offline"
        : undefined;
  const notes = ({ browser }: Setting) => browser.persistence.signOutNotes?.getItem(`${KEY}:ends`) ?? "";

  test("a session end that the server accepted without a response body is not sent again", async () => {
    const set = setUp();
    set.world.own = ({ method }) => (method === "DELETE" ? { status: 204, body: {} } : undefined);
    const { client } = await signedIn(set);
    await identity.signOut(client);
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toHaveLength(1);
    expect(notes(set)).toBe("[]");
  });

  test("signOut() changes the state at once, and resolves after the server's answer", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    const end = createGate();
    set.world.own = ({ method }) =>
      method === "DELETE" ? end.opened.then(() => ({ status: 204, body: {} })) : undefined;
    let isOver = false;
    const over = identity.signOut(client).then(() => {
      isOver = true;
    });
    await settle();
    expect([client.getState().status, isOver]).toEqual(["signed-out", false]);
    end.open();
    await over;
  });

  test("signOut() waits at most two seconds for a server that does not answer", async () => {
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

  test("invalidateSession() ends the session without waiting for the server", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    set.world.own = ({ method }) => (method === "DELETE" ? "hang" : undefined);
    await identity.invalidateSession(client, "invalid-user-token");
    expect(client.getState()).toMatchObject({ status: "signed-out" });
  });

  test("if the server accepts one session end, the notes of other session ends stay", async () => {
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

  test("a sign-in that another tab's sign-out has overtaken ends on the server", async () => {
    const set = setUp();
    const [one, two] = [set.open(), set.open()];
    await settle();
    let signOut = Promise.resolve();
    set.world.delay = async ({ method }) => {
      if (method === "POST") signOut = identity.signOut(two.client);
    };
    await identity.signInWithPassword(one.client, credential).catch(() => undefined);
    await signOut;
    await settle();
    const started = set.ownCalls().filter(({ method }) => method === "POST");
    expect(started).toHaveLength(1);
    expect(one.client.getState()).toMatchObject({ status: "signed-out" });
    expect(ended(set)).toHaveLength(1);
  });

  test("a session that a changed password begins on the server ends there if the user signs out meanwhile", async () => {
    const set = await signedIn();
    // Without its cookie, the server takes the new tokens for another session.
    set.world.cookie = "";
    let signOut = Promise.resolve();
    set.world.delay = async ({ method }) => {
      if (method === "POST") signOut = identity.signOut(set.client);
    };
    await identity.updatePassword(set.client, "another-horse").catch(() => undefined);
    await signOut;
    await settle();
    const started = set.world.cookie.match(/session-\w+/)?.[0].slice("session-".length) ?? "none";
    expect(ended(set).map((end) => end.slice(0, started.length))).toContain(started);
  });

  test("what sign-outs wait for does not grow with their number", async () => {
    const set = setUp();
    const { client } = set.open();
    for (let count = 0; count < 3; count += 1) {
      await identity.signInWithPassword(client, credential);
      await identity.signOut(client);
    }
    expect(await partsOf(client).shared.ending).toBeUndefined();
  });

  test("the failed call to end all sessions of a deleted account stays noted, although the sign-out call is accepted", async () => {
    const set = setUp();
    const { client, id } = await signedIn(set);
    set.world.own = offline((end) => end.endsWith("?everywhere"));
    await identity.deleteUser(client);
    await settle();
    expect(JSON.parse(notes(set))).toEqual([{ handle: id, query: "?everywhere" }]);
  });

  test("the notes of session ends keep the newest twenty", async () => {
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

  /** Twenty requests, one after the other. */
  const settleAll = async () => {
    for (let count = 0; count < 100; count += 1) await settle();
  };

  test("several pages that start together send each noted end once, and wait with one timer", async () => {
    const set = setUp();
    set.world.own = offline(() => true);
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { client, id } = await signedIn(set);
      ids.push(`${id}?replaced`);
      await identity.signOut(client);
      client.dispose();
    }
    await settleAll();
    const sent = ended(set).length;
    const timers = set.browser.clock.pending();
    const first = set.open();
    await settleAll();
    expect(set.browser.clock.pending() - timers).toBe(1);
    first.client.dispose();
    set.world.own = undefined;
    for (let count = 0; count < 3; count += 1) set.open();
    await settleAll();
    expect(ended(set).slice(sent + 20)).toEqual(ids);
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toHaveLength(sent + 40);
  });

  test("a page that finds another one sending a noted end has no timer once the server has accepted the end", async () => {
    const set = await signedIn();
    set.world.own = offline(() => true);
    await identity.signOut(set.client);
    set.open();
    await settleAll();
    const answer = createGate();
    set.world.own = ({ method }) =>
      method === "DELETE" ? answer.opened.then(() => ({ status: 204, body: {} })) : undefined;
    await set.browser.clock.advance(30_000);
    answer.open();
    await settleAll();
    expect([notes(set), set.browser.clock.pending()]).toEqual(["[]", 0]);
  });

  test("a client that is disposed sends no noted end again", async () => {
    const set = setUp();
    set.world.own = offline(() => true);
    const { client } = await signedIn(set);
    await identity.signOut(client);
    await settle();
    client.dispose();
    const sent = ended(set).length;
    await set.browser.clock.advance(5 * HOUR);
    expect(ended(set)).toHaveLength(sent);
  });

  test("without sign-out notes in its browser, a page retries only the session ends that it caused itself", async () => {
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

  test("a page retries an end that its browser does not note, because the notes are full", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Object.assign(set.browser.persistence.signOutNotes ?? {}, { setItem: full });
    set.world.own = () => "offline";
    await identity.signOut(client);
    await settle();
    set.world.own = undefined;
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toHaveLength(2);
  });

  test("a page retries its own end also while its browser refuses to read the notes", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    set.world.own = () => "offline";
    await identity.signOut(client);
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    Object.assign(set.browser.persistence.signOutNotes ?? {}, { getItem: refuse, setItem: refuse });
    set.world.own = undefined;
    await set.browser.clock.advance(HOUR);
    expect(ended(set)).toHaveLength(2);
  });

  test("the pauses between attempts to end a session double, up to 16 minutes", async () => {
    const set = setUp();
    const { client } = await signedIn(set);
    set.world.own = () => "offline";
    await identity.signOut(client);
    await settle();
    for (const seconds of [30, 60, 120, 240, 480, 960, 960]) {
      const sent = ended(set).length;
      await set.browser.clock.advance(seconds * 1000 - 1);
      expect(ended(set)).toHaveLength(sent);
      await set.browser.clock.advance(1);
      expect(ended(set)).toHaveLength(sent + 1);
    }
  });

  test("a failed session end waits for its back-off even if the page becomes visible", async () => {
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

  test("signing out of a session that was never handed over makes no call to the server", async () => {
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

describe("a custody that returns refresh tokens to browsers", () => {
  const custody = releasingCustody({ url: URL_OF_SERVER });

  test("with releasingCustody, a sign-in keeps its refresh token in the browser", async () => {
    const set = setUp();
    const { client } = set.browser.open({ custody });
    await identity.signInWithPassword(client, credential);
    expect(client.getState()).toMatchObject(SIGNED_IN);
    expect(set.stored()).toContain(refreshToken());
    expect(set.ownCalls()).toEqual([]);
  });

  test("after a switch to releasingCustody, the page requests the session's refresh token at once", async () => {
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
