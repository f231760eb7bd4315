import { describe, expect, test, vi } from "vitest";
import { createBrowser, credential, refusal } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { SECRET, session } from "./support/tokens.ts";

const signedIn = async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  const tab = browser.open();
  await settle();
  return { browser, ...tab };
};

test("after dispose(), a call that would wait for a token is rejected", async () => {
  const { browser, client } = await signedIn();
  browser.answerWith(() => "hang");
  const waiting = identity.getIdToken(client, { forceRefresh: true });
  await settle();
  client.dispose();
  await expect(waiting).rejects.toMatchObject({ code: "client-disposed" });
  await expect(identity.getIdToken(client)).rejects.toMatchObject({ code: "client-disposed" });
});

test("dispose() before the first storage read rejects the calls that wait for the read", async () => {
  const browser = createBrowser();
  const hang = () => new Promise<never>(() => undefined);
  const { client } = browser.open({ persistence: { ...browser.persistence, read: hang } });
  const waiting = identity.getIdToken(client);
  client.dispose();
  await expect(waiting).rejects.toMatchObject({ code: "client-disposed" });
});

test("a page cannot modify the user object that getState() returns", async () => {
  const { client } = await signedIn();
  const state = client.getState();
  if (state.status !== "signed-in") throw new Error("no user is signed in");
  expect(() => Object.assign(state.user, { uid: "mallory" })).toThrow(TypeError);
  expect(() => Object.assign(state.user.providerData, [{ providerId: "evil.com" }])).toThrow(TypeError);
  expect(client.getState()).toMatchObject({ user: { uid: "alice" } });
});

test("an option with the value undefined takes its default", async () => {
  const browser = createBrowser({ server: google() });
  const { options } = browser.open();
  const undefinedOptions = { persistence: undefined, now: undefined, fetch: options.fetch } as object;
  const client = identity.createIdentityClient({ ...options, ...undefinedOptions });
  await identity.signInWithPassword(client, credential);
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  await expect(identity.getIdToken(client)).resolves.toEqual(expect.any(String));
});

test("ready() resolves once storage has been read", async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  const { client } = browser.open();
  expect(client.getState()).toEqual({ status: "unknown" });
  await expect(client.ready()).resolves.toMatchObject({ status: "signed-in", user: { uid: "alice" } });
});

test("an error's message names the failed call, the HTTP status and the error code", async () => {
  const browser = createBrowser({ server: () => refusal("EMAIL_EXISTS : in use") });
  const { client } = browser.open();
  const error = await identity.signUp(client, credential).catch((error) => error);
  expect(error.message).toBe(
    "POST https://identitytoolkit.test/v1/accounts:signUp (status 400) failed with email-already-in-use: in use.",
  );
  expect(identity.isIdentityError(error)).toBe(true);
  expect(identity.isIdentityError(new TypeError("Failed to fetch"))).toBe(false);
  browser.answerWith(() => "offline");
  await expect(identity.signUp(client, credential)).rejects.toThrow(
    "POST https://identitytoolkit.test/v1/accounts:signUp failed with network-request-failed.",
  );
});

test("the option debug logs the lifecycle events, without a token or an address", async () => {
  const debug = vi.spyOn(console, "debug").mockImplementation(() => undefined);
  const browser = createBrowser({ server: google() });
  const quiet = browser.open();
  await identity.signInWithPassword(quiet.client, credential);
  expect(debug).not.toHaveBeenCalled();
  const { client, events } = browser.open({ debug: true });
  await settle();
  await identity.getIdToken(client, { forceRefresh: true });
  browser.answerWith(() => refusal("USER_DISABLED"));
  await browser.clock.advance(3_600_000);
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["restored", "refreshed", "signed-out"]),
  );
  expect(debug.mock.calls).toEqual(events.map((event) => ["identity:", event]));
  const logged = JSON.stringify(debug.mock.calls);
  for (const secret of [SECRET, credential.email, credential.password]) expect(logged).not.toContain(secret);
});

describe("a call with wrong arguments", () => {
  test.each([
    ["signUp", identity.signUp],
    ["signInWithPassword", identity.signInWithPassword],
    ["reauthenticateWithPassword", identity.reauthenticateWithPassword],
  ])(
    "%s with positional arguments rejects without a request, and names the expected fields",
    async (_, call) => {
      const { browser, client } = await signedIn();
      browser.calls.length = 0;
      const positional = call as unknown as (...input: unknown[]) => Promise<unknown>;
      await expect(positional(client, "alice@example.com", "correct-horse")).rejects.toMatchObject({
        code: "argument-error",
        detail: "email, password",
      });
      expect(browser.calls).toEqual([]);
    },
  );
});

test.each(["localhost:9099", "//localhost:9099", ""])(
  "createIdentityClient throws if the option localServices has no protocol: %o",
  (localServices) => {
    const { options } = createBrowser().open();
    expect(() => identity.createIdentityClient({ ...options, localServices })).toThrow(
      expect.objectContaining({ code: "argument-error", detail: "localServices" }),
    );
  },
);

test.each([true, { forceRefresh: true }])(
  "getIdToken exchanges a token that has not expired if it is called with %o",
  async (options) => {
    const { browser, client } = await signedIn();
    await settle();
    browser.calls.length = 0;
    await identity.getIdToken(client, options);
    expect(browser.calls.map(({ path }) => path)).toEqual(["/v1/token"]);
  },
);

test.each([
  { services: {}, host: "identitytoolkit.googleapis.com", path: "/v1/accounts:signInWithPassword" },
  {
    services: { localServices: "http://127.0.0.1:9099" },
    host: "127.0.0.1:9099",
    path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
  },
])("requests go to $host if the options name no service URL", async ({ services, host, path }) => {
  const browser = createBrowser();
  const asked: URL[] = [];
  const { options } = browser.open();
  const { identityToolkitUrl: _, secureTokenUrl: __, ...others } = options;
  const fetch = async (url: unknown) => {
    asked.push(new URL(String(url)));
    return Response.json({ error: { message: "INVALID_PASSWORD" } }, { status: 400 });
  };
  const client = identity.createIdentityClient({ ...others, ...services, fetch });
  await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({
    code: "wrong-password",
  });
  expect(asked.map((url) => [url.host, url.pathname])).toEqual([[host, path]]);
});
