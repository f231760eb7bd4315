import { describe, expect, test } from "vitest";
import { serverCustody, sessionIdOf } from "../../src/custody/index.ts";
import { createTextStorage, refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";
import { credential, ended, KEY, setUp, signedIn, URL_OF_SERVER } from "./set-up.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("moving a session to the server has one deadline for all its requests, and ends before another tab takes the lock", async () => {
  const { browser, world, open } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  const running = new Set<number>();
  let most = 0;
  let moves = 0;
  const slowly = async (call: number) => {
    running.add(call);
    most = Math.max(most, running.size);
    await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, 25_000));
    running.delete(call);
  };
  world.delay = ({ path, method }) =>
    path === "/api/session" && method === "POST" ? slowly(++moves) : undefined;
  world.google = async (call) => {
    if (call.path === "/v1/token") await slowly(-moves - 1);
    return google()(call);
  };
  const first = open();
  const tabs = [first, open(), open()];
  await browser.clock.advance(50_000);
  expect(most, "requests under the lock").toBe(1);
  world.delay = () => undefined;
  world.google = undefined;
  await browser.clock.advance(5 * MINUTE);
  for (const { client } of tabs)
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  expect(sessionIdOf(first.client)).toEqual(expect.any(String));
});

test("if a tab without custody stores a refresh token, a tab with custody hands the token over at once", async () => {
  const { browser, open, stored } = setUp();
  const { client } = open();
  const early = browser.open();
  await settle();
  await identity.signInWithPassword(early.client, credential);
  await settle();
  expect(stored()).not.toContain("refresh-");
  expect(sessionIdOf(client)).toEqual(expect.any(String));
});

test.each([
  ["first", 1],
  ["second", 2],
])(
  "of two sign-ins in two tabs, the second stays in both and keeps its cookie if the %s hand-over is answered last",
  async (_, last) => {
    const set = setUp();
    const { browser, world, open } = set;
    const [one, two] = [open(), open()];
    await settle();
    const answer = createGate();
    let handOvers = 0;
    world.delay = ({ path, method }) => {
      if (path !== "/api/session" || method !== "POST") return undefined;
      handOvers += 1;
      return handOvers === last ? answer.opened : undefined;
    };
    const first = identity.signInWithPassword(one.client, credential).catch((error: unknown) => error);
    await settle();
    await browser.clock.advance(1000);
    const signedInAt = browser.clock.now();
    const second = identity.signInWithPassword(two.client, credential);
    await settle();
    answer.open();
    await Promise.all([first, second]);
    await settle();
    const [id = "", other] = [one, two].map(({ client }) => sessionIdOf(client));
    expect(other).toBe(id);
    expect(browser.values.get(KEY)).toMatchObject({ session: { stamp: signedInAt, handle: id } });
    expect(ended(set).join()).not.toContain(id);
    await browser.clock.advance(HOUR);
    for (const { client } of [one, two])
      expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  },
);

describe("the end of a session on the server", () => {
  const ends = (ownCalls: ReturnType<typeof setUp>["ownCalls"]) =>
    ownCalls().flatMap(({ method, headers }) => (method === "DELETE" ? [headers.get("x-session")] : []));

  test("the pending call that ends a session on the server is sent when the page is online again", async () => {
    const { browser, world, ownCalls, client, wake } = await signedIn();
    world.own = () => "offline";
    await identity.signOut(client);
    await browser.clock.advance(40_000);
    world.own = undefined;
    const before = ends(ownCalls).length;
    wake("online");
    await settle();
    expect(ends(ownCalls)).toHaveLength(before + 1);
  });

  test("the call that ends a session on the server is not repeated after the server has refused the call", async () => {
    const { browser, world, ownCalls, client } = await signedIn();
    world.own = ({ method }) => (method === "DELETE" ? refusal("TOKEN_EXPIRED") : undefined);
    await identity.signOut(client);
    await browser.clock.advance(HOUR);
    expect(ends(ownCalls)).toHaveLength(1);
  });
});

describe("one cookie for each origin", () => {
  test("a client with custody refuses to keep sessions in one tab's storage or in memory", async () => {
    const { browser, open } = setUp();
    const text = createTextStorage();
    const tab = identity.sessionStoragePersistence({ ...text, removeItem: () => {} });
    const custody = serverCustody({ url: URL_OF_SERVER });
    for (const persistence of [tab, identity.memoryPersistence()])
      expect(() => browser.open({ custody, persistence })).toThrow("argument-error: persistence");
    const { client } = open();
    await expect(identity.setPersistence(client, tab)).rejects.toMatchObject({
      code: "argument-error",
      detail: "persistence",
    });
  });
});
