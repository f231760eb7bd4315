import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { watchRequests } from "../support.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const film = (page: Page) => page.locator("main video");
const isPlaying = (page: Page) =>
  film(page).evaluateAll((films) => films.some((each) => each instanceof HTMLVideoElement && !each.paused));

test("the film starts after a load in which nothing moves, plays without sound, and pauses out of view, for the visitor's pause, and for reduced motion", async ({
  page,
  request,
}) => {
  expect(await (await request.get("/")).text()).not.toContain("<video");
  await page.addInitScript(() => {
    const seen = { largest: "", shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largest = String(Reflect.get(entry, "url"));
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect.poll(() => isPlaying(page)).toBe(true);
  const seen = () => page.evaluate(() => Reflect.get(window, "seen"));
  await expect.poll(async () => (await seen()).largest).toContain("/media/hero-poster-1280.avif");
  expect((await seen()).shift).toBe(0);
  const facts = await film(page).evaluate((video) =>
    video instanceof HTMLVideoElement ? [video.muted, video.loop, video.playsInline] : [],
  );
  expect(facts).toEqual([true, true, true]);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await expect.poll(() => isPlaying(page)).toBe(true);

  await page.getByRole("button", { name: "Pause video" }).click();
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  expect(await isPlaying(page)).toBe(false);
  await page.getByRole("navigation").getByRole("link", { name: "About" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Built for impact.");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Play video" })).toBeVisible();
  expect(await isPlaying(page)).toBe(false);
  await page.getByRole("button", { name: "Play video" }).click();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(film(page)).toHaveCount(0);
});

const wishes = [
  { wish: "less motion", apply: (page: Page) => page.emulateMedia({ reducedMotion: "reduce" }) },
  {
    wish: "fewer bytes",
    apply: (page: Page) =>
      page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } })),
  },
];
for (const { wish, apply } of wishes)
  test(`a visitor who prefers ${wish} never loads the film`, async ({ page }) => {
    const asked = watchRequests(page, (request) => /\/media\/hero\.(webm|mp4)/.test(request.url()));
    await apply(page);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("main").locator("picture img")).toBeVisible();
    await expect(page.getByRole("button", { name: /video/ })).toHaveCount(0);
    expect(asked).toEqual([]);
  });

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  test(`the first view of the front page says whom it serves at ${width} × ${height} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const audiences = page.getByRole("list", { name: "Who it’s for" }).getByRole("link");
    await expect(audiences).toHaveCount(3);
    for (const audience of await audiences.all()) await expect(audience).toBeInViewport({ ratio: 1 });
    await audiences.last().click();
    await expect(page).toHaveURL(/\/solutions#solution\d$/);
  });
