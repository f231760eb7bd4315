import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adoptFirebaseSession } from "../../src/adoption/index.ts";
import { serverCustody, sessionIdOf } from "../../src/custody/index.ts";
import { indexedDbPersistence, sessionStoragePersistence } from "../../src/persistence/persistence.ts";
import type { IdentityState } from "../../src/session/identity-state.ts";
import { setUp, URL_OF_SERVER } from "../custody/set-up.ts";
import { createBrowser, refusal } from "../support/browser.ts";
import { START } from "../support/clock.ts";
import { identity } from "../support/secrets.ts";
import { idToken, refreshToken, session } from "../support/tokens.ts";
import { APP, GENERATION, KEY, openClient, SDK_KEY, sdkBrowser, sdkRecord, storedSession } from "./sdk.ts";

let sdk: ReturnType<typeof sdkBrowser>;
beforeEach(() => {
  sdk = sdkBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("taking over", () => {
  test("the session of the SDK is shown without a request, and moves to the client's storage", async () => {
    await sdk.write(sdkRecord());
    const { client, browser } = openClient();
    const shown: IdentityState[] = [];
    client.subscribe((state) => shown.push(state));
    await vi.waitFor(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
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
    expect(await storedSession()).toMatchObject({ generation: GENERATION, expiresAt: START + 3_600_000 });
    await vi.waitFor(async () => expect(await sdk.stored()).toBeUndefined());
  });

  test("an expired session of the SDK is exchanged once", async () => {
    const { stsTokenManager, ...rest } = sdkRecord();
    await sdk.write({ ...rest, stsTokenManager: { ...stsTokenManager, expirationTime: START - 1 } });
    const { client, browser } = openClient();
    await vi.waitFor(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.getIdToken(client);
    expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
  });

  test("a session whose refresh token is refused ends with the reason, and does not come back", async () => {
    const { stsTokenManager, ...rest } = sdkRecord();
    await sdk.write({ ...rest, stsTokenManager: { ...stsTokenManager, expirationTime: START - 1 } });
    const browser = createBrowser();
    browser.answerWith(() => refusal("USER_DISABLED"));
    const { client } = browser.open({ persistence: adoptFirebaseSession(APP), apiKey: APP.apiKey });
    await vi.waitFor(() =>
      expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-disabled" }),
    );
    expect(await sdk.stored()).toBeUndefined();
    await vi.waitFor(async () => expect(await storedSession()).toBeUndefined());
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
  });

  test.each(["localStorage", "sessionStorage"] as const)(
    "a session of the SDK in %s moves to the same kind of storage",
    async (name) => {
      globalThis[name].setItem(SDK_KEY, JSON.stringify(sdkRecord()));
      const inner =
        name === "localStorage" ? indexedDbPersistence() : sessionStoragePersistence(sessionStorage);
      await adoptFirebaseSession(APP, inner).read(KEY);
      expect(await storedSession(inner)).toMatchObject({ generation: GENERATION });
      expect(globalThis[name].getItem(SDK_KEY)).toBeNull();
    },
  );

  test("a session of one tab does not become a session of the browser", async () => {
    sessionStorage.setItem(SDK_KEY, JSON.stringify(sdkRecord()));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
    expect(sessionStorage.getItem(SDK_KEY)).not.toBeNull();
  });

  test("the session in the first place counts, and older ones in other places are removed, as by the SDK", async () => {
    await sdk.write(sdkRecord());
    localStorage.setItem(SDK_KEY, JSON.stringify(sdkRecord({ uid: "bob" })));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: GENERATION });
    expect(localStorage.getItem(SDK_KEY)).toBeNull();
  });

  test("the session of a named app lies under its name", async () => {
    await sdk.write(sdkRecord(), "firebase:authUser:AIza-fake:shop");
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
    await adoptFirebaseSession({ ...APP, appName: "shop" }).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: GENERATION });
  });
});

test("with a custody, the refresh token moves on to the server", async () => {
  await sdk.write(sdkRecord());
  const { browser, world } = setUp();
  const { client } = browser.open({
    persistence: adoptFirebaseSession(APP),
    custody: serverCustody({ url: URL_OF_SERVER }),
  });
  await vi.waitFor(() => expect(sessionIdOf(client)).toBeDefined());
  expect(world.spent).toEqual([refreshToken()]);
  expect(JSON.stringify(await storedSession())).not.toContain(refreshToken());
  expect(await sdk.stored()).toBeUndefined();
});

describe("records that stay", () => {
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
    ["with a broken profile", sdkRecord({ email: 7 })],
    ["that is text", "broken"],
    ["that is null", null],
  ])("a record %s is not taken over, and stays", async (_, record) => {
    await sdk.write(record);
    const { client } = openClient();
    await client.ready();
    expect(client.getState()).toEqual({ status: "signed-out" });
    expect(await sdk.stored()).toEqual(record);
  });

  test("a session of the client stays, and so does the record of the SDK beside it", async () => {
    await sdk.write(sdkRecord({ uid: "bob" }));
    await indexedDbPersistence().update(KEY, () => ({ version: 1, session: session() }));
    const { client } = openClient();
    await client.ready();
    expect(client.getState()).toMatchObject({ user: { uid: "alice" } });
    expect(await sdk.stored()).toMatchObject({ uid: "bob" });
  });

  test("a stored value in an unknown format stays, and so does the record of the SDK beside it", async () => {
    await sdk.write(sdkRecord());
    await indexedDbPersistence().update(KEY, () => ({ version: 9 }));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await indexedDbPersistence().read(KEY)).toEqual({ version: 9 });
    expect(await sdk.stored()).toMatchObject({ uid: "alice" });
  });
});

describe("beside other tabs", () => {
  test("two tabs that start together store one session", async () => {
    await sdk.write(sdkRecord());
    await Promise.all([adoptFirebaseSession(APP).read(KEY), adoptFirebaseSession(APP).read(KEY)]);
    expect(await storedSession()).toMatchObject({ generation: GENERATION });
    expect(await sdk.stored()).toBeUndefined();
  });

  test("a tab that found the record before another tab signed out does not store it again", async () => {
    await sdk.write(sdkRecord());
    const inner = indexedDbPersistence();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = adoptFirebaseSession(APP, {
      ...inner,
      update: (key, change) => held.then(() => inner.update(key, change)),
    });
    const late = slow.read(KEY);
    const { client } = openClient();
    await vi.waitFor(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.signOut(client);
    release();
    await late;
    expect(await storedSession()).toBeUndefined();
  });

  test("a signed-out session is not adopted again after an open page of Google's SDK has stored it anew", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient();
    await vi.waitFor(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.signOut(client);
    await sdk.write(sdkRecord());
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toBeUndefined();
    expect(await sdk.stored(), "the record of the ended session is removed too").toBeUndefined();
  });

  test("a newer sign-in by the SDK stays for the next start", async () => {
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
    expect(await storedSession()).toMatchObject({ generation: GENERATION });
    expect(await sdk.stored()).toEqual(newer);
  });
});
