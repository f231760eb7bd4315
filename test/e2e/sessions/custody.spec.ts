import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount, signedIn, signOut } from "../session.ts";
import { accountMenu, fillSignUp, signInLink } from "../support.ts";
import { sessionIdIn, sessionsCard, signInToSettings } from "./support.ts";

const ID = /^[0-9a-f-]{36}$/;

/** The name of the session's cookie ends with the site's port. */
const nameOfCookie = (page: Page, id: string): string =>
  `session-${id.slice(0, 8)}-${new URL(page.url()).port}`;

/** The refresh tokens in all traffic of a page. */
const watchTokens = (page: Page): string[] => {
  const tokens: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("googleapis.com")) return;
    const text = await response.text().catch(() => "");
    for (const [, token = ""] of text.matchAll(/"refresh_?[tT]oken":\s*"([^"]+)"/g)) tokens.push(token);
  });
  return tokens;
};

/** A hostile script on the origin: everything that it can read, call or intercept, as one text. */
const loot = (page: Page, { isClientOpen = true } = {}): Promise<string> =>
  page.evaluate(async (waitsForRequest) => {
    const found: unknown[] = [document.cookie, { ...localStorage }, { ...sessionStorage }, history.state];
    const heard: unknown[] = [];
    const databases = await indexedDB.databases();
    for (const { name = "" } of databases) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll();
        found.push(
          await new Promise((resolve) => {
            reading.onsuccess = () => resolve(reading.result);
          }),
        );
      }
      for (const suffix of ["", ":demo-project"]) {
        const channel = new BroadcastChannel(name + suffix);
        channel.onmessage = ({ data }) => heard.push(data);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(await (await cache.match(request))?.text());
    }
    // All further requests of the page pass through the script.
    let tell = () => {};
    const isIntercepted = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const honest = window.fetch;
    window.fetch = async (...call) => {
      heard.push(call.map((part) => (typeof part === "object" ? JSON.stringify(part) : part)));
      const response = await honest(...call);
      heard.push(await response.clone().text());
      tell();
      return response;
    };
    const id = /"handle":"([0-9a-f-]{36})"/.exec(JSON.stringify(found))?.[1] ?? "";
    const calls: [method: string, path: string, body?: string][] = [
      ["POST", "/api/session/token", "{}"],
      ["POST", "/api/session/release", "{}"],
      ["GET", "/api/sessions"],
      ["GET", "/api/session"],
      ["GET", "/__proto__"],
    ];
    for (const [method, path, body] of calls) {
      const headers = { "x-session": id, ...(body ? { "content-type": "application/json" } : {}) };
      const response = await honest(path, { method, headers, ...(body ? { body } : {}) });
      found.push([...response.headers], await response.text());
    }
    found.push(performance.getEntries().map(({ name }) => name));
    // The page connects its document again, by requests that the script intercepts.
    window.dispatchEvent(new Event("online"));
    if (waitsForRequest) await isIntercepted;
    return JSON.stringify({ found, heard });
  }, isClientOpen);

test("a hostile script on the site's origin finds no refresh token after a sign-in, a reload and an exchange", async ({
  page,
}) => {
  const tokens = watchTokens(page);
  await page.goto("/auth/signup");
  await fillSignUp(page, newPerson());
  await expect(page).toHaveURL("/dashboard");
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  const isCleared = async () => {
    const text = await loot(page);
    expect(text, "the script sees the session").toContain('"handle":"');
    expect(text, "gets ID tokens").toContain("id_token");
    for (const token of tokens) expect(text.includes(token), "a refresh token was found").toBe(false);
  };
  await isCleared();
  await page.reload();
  await expect(accountMenu(page)).toBeVisible();
  await isCleared();
  const cookies = await page.context().cookies();
  const ownName = nameOfCookie(page, await sessionIdIn(page));
  expect(cookies.filter(({ name }) => name === ownName)).toMatchObject([
    { httpOnly: true, sameSite: "Strict" },
  ]);
});

test("the hostile script of these tests finds a refresh token that is planted in storage", async ({
  page,
}) => {
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.setItem("x", "planted-refresh-token"));
  expect(await loot(page, { isClientOpen: false })).toContain("planted-refresh-token");
});

test("a session that a browser stored earlier moves to the server, and its refresh token leaves the browser", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  const { refreshToken } = await signedIn(page, request, ada);
  await expect.poll(() => sessionIdIn(page)).toMatch(ID);
  expect(await loot(page)).not.toContain(refreshToken);
  await page.reload();
  await expect(page.getByRole("main")).toContainText(ada.email);
});

test("a sign-in whose hand-over fails reports the failure and leaves the user signed out", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.route("**/api/session", (route) => route.abort());
  await page.goto("/auth/signin");
  await page.getByRole("main").getByLabel("Email", { exact: true }).fill(ada.email);
  await page.getByRole("main").getByLabel("Password", { exact: true }).fill(ada.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("We couldn’t reach");
  expect(await sessionIdIn(page)).toBe("");
  expect(await page.context().cookies()).toEqual([]);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a sign-out ends the session on the server and deletes the cookie", async ({ page, request }) => {
  const ada = await newAccount(request);
  await signInToSettings(page, ada);
  await expect(sessionsCard(page).getByText("This device")).toBeVisible();
  const id = await sessionIdIn(page);
  const ownName = nameOfCookie(page, id);
  const cookie = (await page.context().cookies()).find(({ name }) => name === ownName)?.value;
  expect(cookie).toBeTruthy();
  await signOut(page);
  await expect(signInLink(page)).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain(ownName);
  const origin = new URL(page.url()).origin;
  const replayed = await request.post("/api/session/token", {
    data: {},
    headers: { origin, "x-session": id, cookie: `${ownName}=${cookie}` },
  });
  expect([replayed.status(), await replayed.json()]).toMatchObject([
    400,
    { error: { message: "TOKEN_EXPIRED" } },
  ]);
});

/** Local mode's secret, as packages/local-services/README.md says. */
const SECRET = "local-services-only-no-secret-at-all";

test("a session moves from the server back to the browser when the site returns to SESSIONS=browser", async ({
  page,
  site,
}) => {
  const ada = newPerson();
  await page.goto(`${site.origin}/auth/signup`);
  await fillSignUp(page, ada);
  await expect(page).toHaveURL(`${site.origin}/dashboard`);
  expect(await sessionIdIn(page)).toMatch(ID);
  await page.goto("about:blank");
  await site.stop();
  await site.start({ SESSIONS: "browser", SESSION_SECRET: SECRET });
  await page.goto(`${site.origin}/dashboard`);
  await expect(page.getByRole("main")).toContainText(ada.email);
  await expect.poll(() => sessionIdIn(page), "the browser has its refresh token").not.toMatch(ID);
  expect(await sessionIdIn(page)).not.toBe("");
  await page.reload();
  await expect(page.getByRole("main")).toContainText(ada.email);
});
