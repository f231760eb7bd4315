import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test, vi } from "vitest";
import { createBrowser, credential, KEY } from "./support/browser.ts";
import { START, settle } from "./support/clock.ts";
import { createGate } from "./support/gate.ts";
import { google } from "./support/google.ts";
import { until } from "./support/local.ts";
import { setUpPopup } from "./support/popups.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

describe("calls before the first storage read", () => {
  const withStored = (stored: object) => {
    const browser = createBrowser({ server: google(), stored });
    return { browser, ...browser.open() };
  };

  test("an anonymous sign-in before the first storage read returns the stored anonymous user", async () => {
    const { user, ...rest } = session({ sub: "nobody" });
    const { browser, client } = withStored({ ...rest, user: { ...user, isAnonymous: true } });
    await expect(identity.signInAnonymously(client)).resolves.toMatchObject({ uid: "nobody" });
    expect(browser.calls.some(({ path }) => path.endsWith("signUp"))).toBe(false);
  });

  test("a password sign-in during the first storage read is not replaced by an anonymous sign-in that began earlier", async () => {
    const browser = createBrowser({ server: google() });
    const { client } = browser.open();
    const anonymous = identity.signInAnonymously(client).catch((error: { code: string }) => error.code);
    await expect(identity.signInWithPassword(client, credential)).resolves.toMatchObject({ uid: "alice" });
    expect(await anonymous).toBe("session-changed");
    expect(browser.calls.some(({ path }) => path.endsWith("signUp"))).toBe(false);
  });

  test("a re-authentication before the first storage read uses the stored user", async () => {
    const { client } = withStored(session());
    await expect(identity.reauthenticateWithPassword(client, credential)).resolves.toMatchObject({
      uid: "alice",
    });
  });

  test("a popup opened before the first storage read signs the user in although the read finds a session", async () => {
    const stored = createBrowser({ stored: session({ stamp: START - 1 }) });
    const reading = createGate();
    const read = (key: string) => reading.opened.then(() => stored.values.get(key));
    const { started, answer } = setUpPopup({}, { persistence: { ...stored.persistence, read } } as object);
    const outcome = started();
    await settle();
    reading.open();
    await settle();
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });
});

describe("storage that hangs", () => {
  test("storage reads that wait for a hanging read are merged, so that a sign-in waits for one read instead of six", async () => {
    const browser = createBrowser({ server: google() });
    const hang = () => new Promise<never>(() => undefined);
    const { client, wake } = browser.open({
      persistence: { kind: "local", read: hang, update: hang, remove: hang },
    });
    await browser.clock.advance(3000);
    for (let times = 0; times < 6; times += 1) wake("visible");
    const done = vi.fn();
    void identity.signInWithPassword(client, credential).then(done);
    await browser.clock.advance(6000);
    expect(done).toHaveBeenCalled();
  });

  test("a database whose opening hangs is opened again when the page becomes visible", async () => {
    const factory = new IDBFactory();
    await identity.indexedDbPersistence(factory).update(KEY, () => ({ version: 1, session: session() }));
    let opened = 0;
    const stuck = Object.assign(Object.create(factory), {
      open: (name: string, version: number) => {
        opened += 1;
        return opened === 1 ? {} : factory.open(name, version);
      },
    });
    const browser = createBrowser({ server: google() });
    const { client, wake } = browser.open({ persistence: identity.indexedDbPersistence(stuck) });
    await browser.clock.advance(3000);
    expect(client.getState()).toMatchObject({ reason: "storage-unavailable" });
    wake("visible");
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
  });
});

test("a sign-out is stored and sent to other tabs even when the page closes", async () => {
  const browser = createBrowser({ server: google() });
  const one = browser.open({ channel: (name) => new BroadcastChannel(name) });
  await identity.signInWithPassword(one.client, credential);
  const signedOut = identity.signOut(one.client);
  one.client.dispose();
  await expect(signedOut).resolves.toBeUndefined();
  expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
});
