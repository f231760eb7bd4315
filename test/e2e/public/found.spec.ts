import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { signInLink, watchRequests } from "../support.ts";
import { open, openToTheEnd, PUBLIC_PATHS } from "./support.ts";

const FIRST_VIEW_SCRIPT_MAX = 85_000;

test("sitemap.xml, robots.txt, security.txt, change-password and passkey-endpoints have the right content", async ({
  request,
  baseURL,
}) => {
  const siteMap = await (await request.get("/sitemap.xml")).text();
  for (const path of PUBLIC_PATHS.filter((each) => each !== "/no/such-page"))
    expect(siteMap).toContain(`<loc>${baseURL}${path}</loc>`);
  const policy = await (await request.get("/legal/privacy-policy")).text();
  const updated = /<time datetime="([\d-]+)">May 06, 2024<\/time>/i.exec(policy)?.[1];
  expect(siteMap.match(/<lastmod>.*?<\/lastmod>/g), "only a date that the page shows itself").toEqual([
    `<lastmod>${updated}</lastmod>`,
  ]);
  expect(siteMap).not.toMatch(/\/auth|\/dashboard|\/settings|firebase-action|404/);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  for (const path of ["/auth/", "/dashboard", "/settings/", "/firebase-action"])
    expect(robots).toContain(`Disallow: ${path}`);

  const security = await (await request.get("/.well-known/security.txt")).text();
  expect(security).toMatch(/^Contact: mailto:/);
  expect(security).toContain(`Canonical: ${baseURL}/.well-known/security.txt`);
  const expires = Date.parse(/Expires: (.*)/.exec(security)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());

  const change = await request.get("/.well-known/change-password", { maxRedirects: 0 });
  expect(change.status()).toBe(302);
  expect(change.headers()["location"]).toBe("/settings/general");

  const passkeys = await request.get("/.well-known/passkey-endpoints");
  expect(passkeys.headers()["content-type"]).toMatch(/^application\/json/);
  const { enroll, manage } = await passkeys.json();
  for (const address of [enroll, manage]) expect(new URL(address).pathname).toBe("/settings/general");
});

test("every icon, manifest and preview image that a page's head names exists", async ({
  request,
  page,
  baseURL,
}) => {
  const named = new Set<string>();
  for (const path of PUBLIC_PATHS) {
    const html = await (await request.get(path)).text(); // like a crawler, which runs no script
    const addresses = await page.evaluate((text) => {
      const { head } = new DOMParser().parseFromString(text, "text/html");
      return [
        ...[...head.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]")].map(
          (link) => link.getAttribute("href") ?? "",
        ),
        head.querySelector("meta[property='og:image']")?.getAttribute("content") ?? "",
      ];
    }, html);
    expect(addresses.length, path).toBe(5);
    for (const address of addresses) named.add(new URL(address, baseURL).href);
  }
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  for (const { src } of manifest.icons) named.add(new URL(src, baseURL).href);
  for (const address of named) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    if (address.endsWith(".png")) {
      expect(response.headers()["content-type"]).toBe("image/png");
      expect((await response.body()).length, address).toBeLessThan(300_000);
    }
  }
});

test("a page unregisters the service worker of an earlier site on the same origin", async ({ page }) => {
  await page.route("**/old-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "self.addEventListener('fetch', () => {});" }),
  );
  await page.addInitScript(() => {
    const container = navigator.serviceWorker;
    const workers = [{ unregister: () => Promise.resolve(Object.assign(window, { sentAway: true })) }];
    Object.defineProperty(container, "getRegistrations", { value: () => Promise.resolve(workers) });
  });
  await open(page, "/about");
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "sentAway"))).toBe(true);
});

test("the first view of / stays within its script budget, without analytics asks for no consent, and hovering the sign-in link loads the sign-in code", async ({
  page,
}) => {
  const scripts = new Map<string, number>();
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.set(response.url(), Number((await response.allHeaders())["content-length"]));
  });
  await page.emulateMedia({ reducedMotion: "no-preference" }); // with the film
  await openToTheEnd(page, "/");
  await expect(page.locator("main video")).toHaveCount(1);
  // Only local mode imports the local clock and badge. The film's code loads with the film, once the page is usable.
  const measured = [...scripts].filter(([url]) => !/local-(clock|badge)|hero-film/.test(url));
  const bytes = measured.reduce((sum, [, size]) => sum + size, 0);
  const notYet = /identity-client|auth-forms|account-menu|consent|sink/;
  expect([...scripts.keys()].filter((url) => notYet.test(url))).toEqual([]);
  await expect(page.getByRole("region", { name: "May we count page views?" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Privacy choices" })).toHaveCount(0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(FIRST_VIEW_SCRIPT_MAX);

  await signInLink(page).hover();
  await expect.poll(() => [...scripts.keys()].join(" ")).toMatch(/identity-client/);
});

const watchFonts = (page: Page) => watchRequests(page, (request) => request.resourceType() === "font");

test("a page on a slow connection loads no font", async ({ page }) => {
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { effectiveType: "3g" });
    Object.defineProperty(navigator, "connection", { value: connection });
  });
  const fonts = watchFonts(page);
  for (const path of ["/", "/auth/signin"]) await openToTheEnd(page, path);
  expect(fonts).toEqual([]);
});

test("a page loads the small fonts of its texts, and loads the complete font once another character appears", async ({
  page,
}) => {
  const fonts = watchFonts(page);
  const complete = () => fonts.filter((font) => font.url().includes("-latin-"));
  await openToTheEnd(page, "/contact");
  expect(fonts).not.toEqual([]);
  expect(complete()).toEqual([]);
  await page.getByRole("main").getByLabel("Name").fill("José");
  await expect.poll(complete).toHaveLength(1);
});
