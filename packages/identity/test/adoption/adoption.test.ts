import { describe, expect, test, vi } from "vitest";
import { adoptFirebaseSession } from "../../src/adoption/index.ts";
import type { IdentityState } from "../../src/client/page-state.ts";
import { serverCustody, sessionIdOf } from "../../src/custody/index.ts";
import { indexedDbPersistence, sessionStoragePersistence } from "../../src/persistence/persistence.ts";
import { setUp, URL_OF_SERVER } from "../custody/set-up.ts";
import { createBrowser, refusal } from "../support/browser.ts";
import { START } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { until } from "../support/local.ts";
import { identity } from "../support/secrets.ts";
import { idToken, refreshToken, session } from "../support/tokens.ts";
import { APP, generation, KEY, openClient, SDK_KEY, sdkBrowser, sdkRecord, storedSession } from "./sdk.ts";

const sdk = sdkBrowser();

describe("adopting a session of Google's SDK", () => {
  test("a session of Google's SDK is shown without a request and moves to the client's storage", async () => {
    await sdk.write(sdkRecord());
    const { client, browser } = openClient();
    const shown: IdentityState[] = [];
    client.subscribe((state) => shown.push(state));
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    expect(shown.map(({ status }) => status)).not.toContain("signed-out");
    expect(shown.find(({ status }) => status === "signed-in")).toMatchObject({
      user: {
        uid: "alice",
        email: "alice@example.com",
        emailVerified: true,
        displayName: "Alice",
        providerData: [{ providerId: "password", uid: "alice@example.com" }],
        createdAt: 1767225600000,
      },
    });
    expect(browser.calls.filter(({ path }) => path === "/v1/token")).toEqual([]);
    expect(await storedSession()).toMatchObject({ generation: generation(), expiresAt: START + 3_600_000 });
    await until(async () => expect(await sdk.stored()).toBeUndefined());
  });

  test("an expired session of Google's SDK is adopted with one exchange", async () => {
    const { stsTokenManager, ...rest } = sdkRecord();
    await sdk.write({ ...rest, stsTokenManager: { ...stsTokenManager, expirationTime: START - 1 } });
    const { client, browser } = openClient();
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.getIdToken(client);
    expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
  });

  test("an adopted session whose refresh token is refused ends with the reason, and is not adopted again", async () => {
    const { stsTokenManager, ...rest } = sdkRecord();
    await sdk.write({ ...rest, stsTokenManager: { ...stsTokenManager, expirationTime: START - 1 } });
    const browser = createBrowser({ server: () => refusal("USER_DISABLED") });
    const { client } = browser.open({ persistence: adoptFirebaseSession(APP), apiKey: APP.apiKey });
    await until(() =>
      expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-disabled" }),
    );
    expect(await sdk.stored()).toBeUndefined();
    await until(async () => expect(await storedSession()).toBeUndefined());
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
  });

  test.each(["localStorage", "sessionStorage"] as const)(
    "a session that Google's SDK kept in %s moves to a storage of the same kind",
    async (name) => {
      globalThis[name].setItem(SDK_KEY, JSON.stringify(sdkRecord()));
      const inner =
        name === "localStorage" ? indexedDbPersistence() : sessionStoragePersistence(sessionStorage);
      await adoptFirebaseSession(APP, inner).read(KEY);
      expect(await storedSession(inner)).toMatchObject({ generation: generation() });
      expect(globalThis[name].getItem(SDK_KEY)).toBeNull();
    },
  );

  test("a session that Google's SDK kept for one tab is not adopted as a session of all tabs", async () => {
    sessionStorage.setItem(SDK_KEY, JSON.stringify(sdkRecord()));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
    expect(sessionStorage.getItem(SDK_KEY)).not.toBeNull();
  });

  test("of several sessions of Google's SDK, the client adopts the one that the SDK would use and removes the others", async () => {
    await sdk.write(sdkRecord());
    localStorage.setItem(SDK_KEY, JSON.stringify(sdkRecord({ uid: "bob" })));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: generation() });
    expect(localStorage.getItem(SDK_KEY)).toBeNull();
  });

  test("a record of Google's SDK with good tokens and odd profile fields is adopted, and shows what its token says", async () => {
    await sdk.write(sdkRecord({ email: 7, providerData: [{ providerId: 8 }] }));
    const { client } = openClient();
    await until(() =>
      expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } }),
    );
    expect(await storedSession()).toMatchObject({ generation: generation() });
  });

  test("the session of a named Firebase app is adopted only if the option appName names the app", async () => {
    await sdk.write(sdkRecord(), "firebase:authUser:AIza-fake:shop");
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
    await adoptFirebaseSession({ ...APP, appName: "shop" }).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: generation() });
  });
});

test("with custody, the refresh token of an adopted session is handed over to the server", async () => {
  await sdk.write(sdkRecord());
  const { browser, world } = setUp();
  const { client } = browser.open({
    persistence: adoptFirebaseSession(APP),
    custody: serverCustody({ url: URL_OF_SERVER }),
  });
  await until(() => expect(sessionIdOf(client)).toBeDefined());
  expect(world.spent).toEqual([refreshToken()]);
  expect(JSON.stringify(await storedSession())).not.toContain(refreshToken());
  expect(await sdk.stored()).toBeUndefined();
});

describe("records that are not adopted", () => {
  const tokens = (accessToken: string) => ({
    stsTokenManager: { accessToken, refreshToken: refreshToken(), expirationTime: START + 3_600_000 },
  });
  test.each([
    ["of another project", sdkRecord(tokens(idToken({ aud: "other-project" })))],
    ["whose token belongs to another user", sdkRecord(tokens(idToken({ sub: "bob" })))],
    ["whose token cannot be read", sdkRecord(tokens("a.b.c"))],
    [
      "without a refresh token",
      sdkRecord({ stsTokenManager: { accessToken: idToken(), expirationTime: 1 } }),
    ],
    ["that is text", "broken"],
    ["that is null", null],
  ])(
    "the client leaves a record of Google's SDK in place if it cannot use the record: a record %s",
    async (_, record) => {
      await sdk.write(record);
      const { client } = openClient();
      await client.ready();
      expect(client.getState()).toEqual({ status: "signed-out" });
      expect(await sdk.stored()).toEqual(record);
    },
  );

  test("the client keeps its own stored session and leaves the record of Google's SDK in place", async () => {
    await sdk.write(sdkRecord({ uid: "bob" }));
    await indexedDbPersistence().update(KEY, () => ({ version: 1, session: session() }));
    const { client } = openClient();
    await client.ready();
    expect(client.getState()).toMatchObject({ user: { uid: "alice" } });
    expect(await sdk.stored()).toMatchObject({ uid: "bob" });
  });

  test("the client keeps a stored value in an unknown format and leaves the record of Google's SDK in place", async () => {
    await sdk.write(sdkRecord());
    await indexedDbPersistence().update(KEY, () => ({ version: 9 }));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await indexedDbPersistence().read(KEY)).toEqual({ version: 9 });
    expect(await sdk.stored()).toMatchObject({ uid: "alice" });
  });
});

describe("adoption in several tabs", () => {
  test("two tabs that start together adopt one session of Google's SDK and remove its record", async () => {
    await sdk.write(sdkRecord());
    await Promise.all([adoptFirebaseSession(APP).read(KEY), adoptFirebaseSession(APP).read(KEY)]);
    expect(await storedSession()).toMatchObject({ generation: generation() });
    expect(await sdk.stored()).toBeUndefined();
  });

  test("a tab that was open before the user signed in with Google's SDK shows the session that a later tab adopts without a network", async () => {
    const { client, browser } = openClient();
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-out" }));
    vi.stubGlobal("BroadcastChannel", function open(name: string) {
      return browser.channel(name);
    });
    await sdk.write(sdkRecord());
    browser.answerWith(() => "offline");
    browser.open({ persistence: adoptFirebaseSession(APP), apiKey: APP.apiKey });
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
  });

  test("a tab that read the SDK's record before another tab signed out does not store the session again", async () => {
    await sdk.write(sdkRecord());
    const inner = indexedDbPersistence();
    const write = createGate();
    const slow = adoptFirebaseSession(APP, {
      ...inner,
      update: (key, change) => write.opened.then(() => inner.update(key, change)),
    });
    const late = slow.read(KEY);
    const { client } = openClient();
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.signOut(client);
    write.open();
    await late;
    expect(await storedSession()).toBeUndefined();
  });

  test("a signed-out session is not adopted again when an open page of Google's SDK stores it again", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient();
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.signOut(client);
    await sdk.write(sdkRecord());
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
    expect(await sdk.stored(), "the record of the ended session is removed too").toBeUndefined();
  });

  test("an adopted session does not come back after another user's sign-out when an open page of Google's SDK stores it again", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient();
    await until(() => expect(client.getState()).toMatchObject({ user: { uid: "alice" } }));
    await identity.signUp(client, { email: "bob@example.com", password: "correct-horse" });
    await sdk.write(sdkRecord());
    await identity.signOut(client);
    const later = openClient();
    await later.client.ready();
    expect(later.client.getState()).toEqual({ status: "signed-out" });
    expect(await storedSession()).toBeUndefined();
    await until(async () => expect(await sdk.stored()).toBeUndefined());
  });

  test("a page that removes the record of an adopted session leaves the session of another user", async () => {
    await sdk.write(sdkRecord());
    await adoptFirebaseSession(APP).read(KEY);
    const later = sdkRecord({ uid: "bob" });
    await sdk.write(later);
    const opened = vi.spyOn(indexedDB, "open");
    await adoptFirebaseSession(APP).read(KEY);
    // The page looks for the record after it has read its own session.
    await until(() => expect(opened).toHaveBeenCalledWith("firebaseLocalStorageDb"));
    for (let transactions = 0; transactions < 5; transactions += 1) expect(await sdk.stored()).toEqual(later);
  });

  test("an adopted session that a full disk has removed is not adopted again from a record that was left", async () => {
    await sdk.write(sdkRecord());
    await adoptFirebaseSession(APP).read(KEY);
    await sdk.write(sdkRecord());
    await indexedDbPersistence().remove(KEY, () => true);
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
  });

  test("a change keeps the client's own session, although the SDK's sign-in is later", async () => {
    await sdk.write(sdkRecord());
    const own = session({ stamp: START - 1 });
    await indexedDbPersistence().update(KEY, () => ({ version: 1, session: own }));
    await adoptFirebaseSession(APP).update(KEY, (stored) => stored);
    expect(await storedSession()).toMatchObject({ generation: own.generation });
  });

  test("a newer sign-in that Google's SDK stores during an adoption is kept for the next start", async () => {
    await sdk.write(sdkRecord());
    const inner = indexedDbPersistence();
    const newer = sdkRecord({
      stsTokenManager: {
        accessToken: idToken({ auth_time: START / 1000 + 60 }),
        refreshToken: refreshToken(),
        expirationTime: START + 3_660_000,
      },
    });
    const adopting = adoptFirebaseSession(APP, {
      ...inner,
      update: async (key, change) => {
        await inner.update(key, change);
        await sdk.write(newer);
      },
    });
    await adopting.read(KEY);
    expect(await storedSession()).toMatchObject({ generation: generation() });
    expect(await sdk.stored()).toEqual(newer);
  });
});
