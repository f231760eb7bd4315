import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";

type Built = { pages: Record<string, { kind: "public" | "private" }> };
const built: Built = JSON.parse(readFileSync("dist/site/routes.json", "utf8"));
const publicPaths = Object.keys(built.pages).filter((path) => built.pages[path]?.kind === "public");
for (const path of publicPaths.filter((each) => each !== "/404")) {
  test(`hydration changes nothing in the content of ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      document.addEventListener("DOMContentLoaded", () => {
        const root = document.getElementById("root");
        if (!root) return;
        new MutationObserver((records) => {
          for (const { addedNodes, removedNodes } of records)
            for (const node of [...addedNodes, ...removedNodes])
              changes.push(node.textContent ?? node.nodeName);
        }).observe(root, { childList: true, subtree: true });
      });
    });
    // The hero's film starts on an idle page by design; without motion the page stays as prerendered.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const response = await page.goto(path, { waitUntil: "networkidle" });
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    // The badge of local mode is not part of the page: the built HTML does not know its mode. It comes last.
    await expect(page.getByRole("link", { name: "workbench" })).toBeVisible();
    const changes = await page.evaluate(() => Reflect.get(window, "changes"));
    expect(changes).toEqual(["Local services · workbench"]);
  });
}

test("a navigation to another page starts at the top, even with the back button, and a reload keeps the scroll position", async ({
  page,
}) => {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto("/");
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.getByRole("banner").getByRole("link", { name: "About" }).first().click();
  await expect(page).toHaveURL("/about");
  await expect.poll(scrolled).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect.poll(scrolled).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 800));
  await page.reload();
  // A font that arrives after the browser has restored the position moves the text by a few pixels.
  await expect.poll(async () => Math.abs((await scrolled()) - 800)).toBeLessThan(10);
});

test("a page that cannot load the code of the local clock reports no error", async ({ page }) => {
  await page.route(/\/local-clock-/, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/local-clock-"));
  await page.goto("/");
  await lost;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // An uncaught error is reported before the page responds again.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
});
