import { describe, expect, test } from "vitest";
import type { IdentityClientOptions } from "../../src/client/client-parts.ts";
import { createBrowser } from "../support/browser.ts";
import { blockedSiteData, CALLBACK, createPopups, STATE, windowOf, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";

/** The callback page: its address, its tab's storage, and what it did to its window. */
function createPage(href: string, values: Map<string, string>, posted?: string) {
  const done: string[] = [];
  const meta = posted === undefined ? null : { content: posted, remove: () => void done.push("removed") };
  const page = {
    location: {
      href,
      pathname: new URL(href).pathname,
      replace: (url: string) => void done.push(`went to ${url}`),
    } as unknown as Location,
    history: {
      replaceState: (_: unknown, __: string, url: string) => void done.push(`shows ${url}`),
    } as History,
    sessionStorage: storageOf(values) as Storage,
    close: () => void done.push("closed"),
    document: { querySelector: (): unknown => meta } as unknown as Document,
  };
  return { page, done };
}

const storageOf = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
});

const URL_BACK = `${CALLBACK}?code=c0de-s3cr3t&state=${STATE}`;

function setUp() {
  const browser = createBrowser({ server: withProvider() });
  const values = new Map<string, string>();
  const went: string[] = [];
  const open = (options: Partial<IdentityClientOptions> = {}) =>
    browser.open({
      window: windowOf(createPopups(), {
        sessionStorage: storageOf(values),
        location: { assign: (url) => void went.push(String(url)) },
      }),
      random: () => "attempt-1",
      ...options,
    });
  return { browser, values, went, open };
}

describe("a redirect", () => {
  test("a redirect that starts in the window of an earlier popup ends as a redirect and closes no window", async () => {
    const { values, open } = setUp();
    values.set("identity-client:attempt", "an-earlier-popup");
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/dashboard" });
    const { page, done } = createPage(URL_BACK, values);
    expect(identity.completeOAuthCallback(page)).toBe("redirect");
    expect(done).not.toContain("closed");
  });

  test("a redirect leaves the page, returns to the requested path and signs the user in once", async () => {
    const { browser, values, went, open } = setUp();
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/dashboard?tab=1" });
    expect(went).toEqual([`https://idp.test/authorize?p=google.com&state=${STATE}`]);
    expect([...values.keys()]).toEqual(["identity-client:redirect"]);

    const { page, done } = createPage(URL_BACK, values);
    expect(identity.completeOAuthCallback(page)).toBe("redirect");
    expect(done).toEqual(["shows /oauth/callback", "went to /dashboard?tab=1"]);

    const { client } = open();
    expect(await identity.getRedirectResult(client)).toMatchObject({ user: { uid: "alice" } });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(values.size, "nothing is left in the tab").toBe(0);
    expect(await identity.getRedirectResult(client)).toBeUndefined();
    const sent = browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ requestUri: URL_BACK, sessionId: "idp-s3cr3t" });
  });

  test("a redirect sends Google the response that the provider posted, and the callback page removes the response", async () => {
    const { browser, values, open } = setUp();
    await identity.signInWithRedirect(open().client, "apple.com", { returnTo: "/" });
    const posted = `code=c0de-s3cr3t&state=${STATE}`;
    const { page, done } = createPage(CALLBACK, values, posted);
    expect(identity.completeOAuthCallback(page)).toBe("redirect");
    expect(done).toContain("removed");
    await identity.getRedirectResult(open().client);
    const sent = browser.calls.find(({ path }) => path.endsWith("signInWithIdp"));
    expect(sent?.body).toMatchObject({ requestUri: CALLBACK, postBody: posted });
    expect(values.size, "nothing is left in the tab").toBe(0);
  });

  test("a redirect accepts a response that arrives ten minutes after its start", async () => {
    const { browser, values, open } = setUp();
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/" });
    await browser.clock.advance(10 * 60_000);
    identity.completeOAuthCallback(createPage(URL_BACK, values).page);
    expect(await identity.getRedirectResult(open().client)).toMatchObject({ user: { uid: "alice" } });
  });

  test("a redirect refuses a response that arrives more than ten minutes after its start", async () => {
    const { browser, values, open } = setUp();
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/" });
    await browser.clock.advance(10 * 60_000 + 1);
    identity.completeOAuthCallback(createPage(URL_BACK, values).page);
    expect(await identity.getRedirectResult(open().client)).toBeUndefined();
    expect(values.size).toBe(0);
  });

  test("a redirect refuses its response if the user starts another sign-in before the first storage read", async () => {
    const { browser, values, open } = setUp();
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/" });
    identity.completeOAuthCallback(createPage(URL_BACK, values).page);
    const names = ["redirect", "password"];
    const { client } = open({ random: () => names.shift() ?? "another" });
    const redirect = identity.getRedirectResult(client);
    const password = identity.signInWithPassword(client, {
      email: "alice@example.com",
      password: "correct-horse",
    });
    await expect(redirect).rejects.toMatchObject({ code: "session-changed" });
    await expect(password).resolves.toMatchObject({ uid: "alice" });
    expect(browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"))).toEqual([]);
  });

  test("a redirect refuses its response if the user signs out before the first storage read", async () => {
    const { browser, values, open } = setUp();
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/" });
    identity.completeOAuthCallback(createPage(URL_BACK, values).page);
    const { client } = open();
    const redirect = identity.getRedirectResult(client);
    const signedOut = identity.signOut(client);
    await expect(redirect).rejects.toMatchObject({ code: "session-changed" });
    await signedOut;
    expect(browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"))).toEqual([]);
  });

  test.each(["signInWithRedirect", "linkWithRedirect", "reauthenticateWithRedirect"] as const)(
    "%s refuses a response without the state that was sent, before Google sees the response",
    async (leave) => {
      const { browser, values, open } = setUp();
      const { client } = open();
      await identity.signUp(client, { email: "alice@example.com", password: "correct-horse" });
      await identity[leave](client, "google.com", { returnTo: "/" });
      const forged = `${CALLBACK}?providerId=google.com#id_token=s3cr3t-t0ken`;
      identity.completeOAuthCallback(createPage(forged, values).page);
      await expect(identity.getRedirectResult(open().client)).rejects.toMatchObject({
        code: "invalid-credential",
      });
      expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
    },
  );

  test("a redirect removes its stored attempt when the user comes back without a response", async () => {
    const { values, open } = setUp();
    await identity.signInWithRedirect(open().client, "google.com", { returnTo: "/" });
    expect(await identity.getRedirectResult(open().client)).toBeUndefined();
    expect(values.size).toBe(0);
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "/\t/evil.test", "dashboard"])(
    "signInWithRedirect rejects a returnTo address outside this site: %s",
    async (returnTo) => {
      const { went, open } = setUp();
      await expect(
        identity.signInWithRedirect(open().client, "google.com", { returnTo }),
      ).rejects.toMatchObject({ code: "argument-error", detail: "returnTo" });
      expect(went).toEqual([]);
    },
  );

  test("a redirect requests Facebook's full page instead of its popup page", async () => {
    const { browser, open } = setUp();
    await identity.signInWithRedirect(open().client, "facebook.com", { returnTo: "/" });
    const request = browser.calls.find(({ path }) => path.endsWith("createAuthUri"));
    expect(request?.body["customParameter"]).toEqual({});
  });

  test("linkWithRedirect rejects without a request if no user is signed in", async () => {
    const { browser, went, open } = setUp();
    await expect(
      identity.linkWithRedirect(open().client, "google.com", { returnTo: "/" }),
    ).rejects.toMatchObject({ code: "signed-out" });
    expect(went).toEqual([]);
    expect(browser.calls).toEqual([]);
  });

  test("signInWithRedirect rejects if the tab's site data is blocked", async () => {
    const { went, open } = setUp();
    const setItem = () => {
      throw blockedSiteData();
    };
    const { client } = open({
      window: windowOf(createPopups(), { sessionStorage: { ...storageOf(new Map()), setItem } }),
    });
    await expect(identity.signInWithRedirect(client, "google.com", { returnTo: "/" })).rejects.toMatchObject({
      code: "operation-not-supported-in-this-environment",
      cause: { name: "SecurityError" },
    });
    expect(went).toEqual([]);
  });

  test("linkWithRedirect and reauthenticateWithRedirect complete after the return to the site", async () => {
    const { browser, values, open } = setUp();
    const { client } = open();
    await identity.signUp(client, { email: "alice@example.com", password: "correct-horse" });
    for (const leave of [identity.linkWithRedirect, identity.reauthenticateWithRedirect]) {
      await leave(client, "google.com", { returnTo: "/settings/general" });
      identity.completeOAuthCallback(createPage(URL_BACK, values).page);
      const back = open();
      expect(await identity.getRedirectResult(back.client)).toMatchObject({ user: { uid: "alice" } });
    }
    const [link, proof] = browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"));
    expect(link?.body).toHaveProperty("idToken");
    expect(proof?.body).toMatchObject({ autoCreate: false });
  });
});

test.each(["linkWithRedirect", "signInWithRedirect"] as const)(
  "the response to %s is refused if the same user has signed in again meanwhile",
  async (leave) => {
    const { browser, values, open } = setUp();
    const { client } = open();
    const credential = { email: "alice@example.com", password: "correct-horse" };
    await identity.signUp(client, credential);
    await identity[leave](client, "google.com", { returnTo: "/settings/general" });
    const other = browser.open();
    await identity.signOut(other.client);
    await identity.signInWithPassword(other.client, credential);
    identity.completeOAuthCallback(createPage(URL_BACK, values).page);
    await expect(identity.getRedirectResult(open().client)).rejects.toMatchObject({
      code: "session-changed",
    });
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  },
);

describe("the callback page", () => {
  test("the callback page in a popup sends its address to the waiting tab, removes the stored attempt and closes", async () => {
    const values = new Map([["identity-client:attempt", "attempt-7"]]);
    const channel = new BroadcastChannel("identity-client:callback");
    const heard = new Promise((resolve) => {
      channel.onmessage = (event: MessageEvent) => resolve(event.data);
    });
    const { page, done } = createPage(`${URL_BACK}#id_token=s3cr3t`, values);
    expect(identity.completeOAuthCallback(page)).toBe("popup");
    expect(await heard).toEqual({ attempt: "attempt-7", url: `${URL_BACK}#id_token=s3cr3t` });
    expect(done).toEqual(["shows /oauth/callback", "closed"]);
    expect(values.size).toBe(0);
    channel.close();
  });

  test("the callback page removes the code from its address before it reads site data, which may be blocked", () => {
    const { page, done } = createPage(URL_BACK, new Map());
    const blocked = Object.defineProperty(page, "sessionStorage", {
      get: () => {
        throw blockedSiteData();
      },
    });
    expect(identity.completeOAuthCallback(blocked)).toBe("nothing");
    expect(done).toEqual(["shows /oauth/callback"]);
  });

  test("the callback page does nothing when a user opens the page directly or twice", () => {
    const { page, done } = createPage(URL_BACK, new Map());
    expect(identity.completeOAuthCallback(page)).toBe("nothing");
    expect(done).toEqual(["shows /oauth/callback"]);
    const broken = createPage(URL_BACK, new Map([["identity-client:redirect", "{"]]));
    expect(identity.completeOAuthCallback(broken.page)).toBe("nothing");
  });
});
