import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBrowserPlatform } from "../src/client/browser-platform.ts";
import { createBrowser, credential } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { setUpPopup } from "./support/popups.ts";
import { identity } from "./support/secrets.ts";

const MINUTE = 60_000;
const deny = () => {
  throw new DOMException("Access is denied for this document.", "SecurityError");
};
const denied = async () => deny();

test("if the browser denies storage and locks, a session lives in memory and is refreshed", async () => {
  const browser = createBrowser({ server: google() });
  const { client } = browser.open({
    locks: { request: denied, query: denied } as never,
    persistence: { kind: "local", read: denied, update: denied, remove: denied },
  });
  await identity.signInWithPassword(client, credential);
  await browser.clock.advance(70 * MINUTE);
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
  expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
});

test("two tabs with blocked site data do not wake each other endlessly", async () => {
  const browser = createBrowser({ server: google() });
  const options = {
    locks: { request: denied, query: denied } as never,
    persistence: { kind: "local", read: denied, update: denied, remove: denied } as const,
  };
  const tabs = [browser.open(options), browser.open(options)];
  for (const { client } of tabs) await identity.signInWithPassword(client, credential);
  browser.answerWith(() => "offline");
  await browser.clock.advance(56 * MINUTE);
  for (const { events } of tabs)
    expect(events.filter(({ type }) => type === "refresh-started").length).toBeLessThan(4);
});

test("signing out of a session in memory succeeds while site data is blocked", async () => {
  const browser = createBrowser({ server: google() });
  const { client } = browser.open({
    persistence: { kind: "local", read: denied, update: denied, remove: denied },
  });
  await identity.signInWithPassword(client, credential);
  await expect(identity.signOut(client)).resolves.toBeUndefined();
  expect(client.getState()).toEqual({ status: "signed-out" });
});

test("without a broadcast channel, the client polls storage each second", async () => {
  const browser = createBrowser({ server: google() });
  const [one, two] = [browser.open({ channel: undefined }), browser.open({ channel: undefined })];
  await identity.signInWithPassword(one.client, credential);
  await browser.clock.advance(1000);
  expect(two.client.getState()).toMatchObject({ status: "signed-in" });
  await identity.signOut(two.client);
  await browser.clock.advance(1000);
  expect(one.client.getState()).toEqual({ status: "signed-out" });
});

describe("when sessionStorage is denied too", () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: deny });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "sessionStorage");
  });

  test("without sessionStorage, a popup works, because it uses the storage of its own window", async () => {
    const { started, popups, answer } = setUpPopup();
    const outcome = started();
    await settle();
    await answer(popups.last().attempt());
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("without sessionStorage, a redirect is refused, and a new page finds no redirect result", async () => {
    const { client } = setUpPopup();
    await expect(identity.signInWithRedirect(client, "google.com", { returnTo: "/" })).rejects.toMatchObject({
      code: "operation-not-supported-in-this-environment",
    });
    await expect(identity.getRedirectResult(client)).resolves.toBeUndefined();
  });
});

test("browserPlatform treats channels, locks and databases that throw as missing", () => {
  const names = ["BroadcastChannel", "indexedDB", "navigator"] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const refuse = { BroadcastChannel: { value: deny }, indexedDB: { get: deny }, navigator: { get: deny } };
  for (const name of names) Object.defineProperty(globalThis, name, { configurable: true, ...refuse[name] });
  try {
    const { channel, locks, persistence } = createBrowserPlatform();
    expect(channel?.("any name")).toBeUndefined();
    expect(locks).toBeUndefined();
    expect(persistence.kind).toBe("none");
  } finally {
    for (const [index, name] of names.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
});
