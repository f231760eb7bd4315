import type { Page } from "@playwright/test";
import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { expect, test } from "../fixtures.ts";
import { expectAccessible, open, openToTheEnd, walk } from "./support.ts";

type Message = {
  type: string;
  userId?: string;
  anonymousId: string;
  name?: string;
  properties?: { path: string };
};
const DRAIN_EVERY_MS = 3_000;
type Batch = { writeKey: string; sentAt: string; batch: Message[] };

/** Pages as from a server with a configured endpoint, and the messages at that endpoint. */
async function withEndpoint(page: Page) {
  const batches: Batch[] = [];
  await page.route(
    (url) => !/\.\w+$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const html = (await response.text()).replace(
        '"analytics":null',
        '"analytics":{"endpoint":"/count","writeKey":"example-write-key"}',
      );
      await route.fulfill({ response, body: html });
    },
  );
  await page.route("**/count/v1/batch", async (route) => {
    batches.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true } });
  });
  await page.clock.install();
  const messages = () => batches.flatMap(({ batch }) => batch);
  return {
    batches,
    messages,
    /** Advances time so that waiting messages are sent, until the condition holds. */
    until: (holds: () => void) =>
      expect(async () => {
        await page.clock.runFor(DRAIN_EVERY_MS);
        holds();
      }).toPass({ intervals: [50] }),
    pages: () => messages().flatMap(({ type, properties }) => (type === "page" ? [properties?.path] : [])),
  };
}

const banner = (page: Page) => page.getByRole("region", { name: "May we count page views?" });
const choose = (page: Page, name: "Accept" | "Reject") => banner(page).getByRole("button", { name }).click();
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("analytics")));

test("nothing is stored or sent before the answer about analytics, and both answer buttons look the same", async ({
  page,
}) => {
  const { batches } = await withEndpoint(page);
  await open(page, "/");
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page, "asked");
  const looks = await banner(page)
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect();
        return `${button.className} ${Math.round(width)} ${Math.round(height)}`;
      }),
    );
  expect(new Set(looks).size).toBe(1);
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  expect(await stored(page)).toEqual([]);
  await choose(page, "Reject");
  await expect(banner(page)).toHaveCount(0);
  expect(await stored(page)).toEqual(["analytics-consent"]);
  await open(page, "/contact");
  await expect(page.getByRole("button", { name: "Privacy choices" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  expect(batches).toEqual([]);
});

test("after consent, the page reports each page view by its path, without the query, until the visitor withdraws it in the footer", async ({
  page,
}) => {
  const { batches, messages, pages, until } = await withEndpoint(page);
  await open(page, "/?email=ada@example.com");
  await choose(page, "Accept");
  await until(() => expect(pages()).toEqual(["/"]));
  await page.getByRole("banner").getByRole("link", { name: "Solutions" }).click();
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await until(() => expect(pages()).toEqual(["/", "/solutions", "/about"]));
  await page.goBack();
  await until(() => expect(pages()).toEqual(["/", "/solutions", "/about", "/solutions"]));
  expect(JSON.stringify(batches)).not.toContain("ada@example.com");
  expect(batches[0]?.writeKey).toBe("example-write-key");
  expect(new Set(messages().map(({ anonymousId }) => anonymousId)).size).toBe(1);

  expect(await stored(page)).toContain("analytics-visitor");
  const again = page.getByRole("button", { name: "Privacy choices" });
  await again.click();
  await expect(banner(page)).toBeFocused();
  await expect(banner(page)).toContainText("You’ve accepted it.");
  await page.keyboard.press("Escape");
  await expect(again).toBeFocused();
  await again.click();
  await choose(page, "Reject");
  expect(await stored(page)).toEqual(["analytics-consent"]);
  const sent = batches.length;
  await page.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await openToTheEnd(page, "/about");
  await expect(again).toBeVisible();
  await page.clock.runFor(2 * DRAIN_EVERY_MS);
  expect(batches.length).toBe(sent);
});

test("Global Privacy Control counts as a refusal of analytics, and the privacy choices say so", async ({
  page,
}) => {
  const { batches } = await withEndpoint(page);
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await open(page, "/");
  const again = page.getByRole("button", { name: "Privacy choices" });
  await expect(again).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await again.click();
  await expect(banner(page)).toContainText("Global Privacy Control");
  await expect(banner(page).getByRole("button", { name: "Accept" })).toHaveCount(0);
  await expectAccessible(page, "answered by the browser");
  await banner(page).getByRole("button", { name: "Close" }).click();
  expect(await stored(page)).toEqual([]);
  expect(batches).toEqual([]);
});

for (const path of isWhole ? ["/", "/contact", "/auth/signup"] : ["/contact"])
  test(`at 360 px, the question of consent covers no focused control of ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await withEndpoint(page);
    await open(page, path);
    await page.clock.runFor(DRAIN_EVERY_MS);
    await expect(page.getByRole("region", { name: "May we count page views?" })).toBeVisible();
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });
