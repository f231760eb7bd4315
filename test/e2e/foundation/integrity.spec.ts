import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { signedIn } from "../session.ts";

/** Appends code to a script in transit. The response is not cached. */
const tamperWith = (page: Page, script: RegExp) =>
  page.route(script, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      status: 200,
      headers: { "content-type": "text/javascript", "cache-control": "no-store" },
      body: `${await response.text()}\nglobalThis.tampered = true;`,
    });
  });

const hasRun = (page: Page) => page.evaluate(() => "tampered" in globalThis);

/** The browser reports each refusal in its console, which other tests take for noise. */
const refusals = (noise: string[]) => noise.splice(0).filter((text) => text.includes("integrity"));

for (const [kind, script] of [
  ["the entry", /\/assets\/index-/],
  ["a script that the entry imports", /\/assets\/shell-/],
  ["the early script", /\/assets\/early-/],
  ["the page's own script", /\/assets\/home-page-/],
] as const)
  test(`a changed script is refused: ${kind}`, async ({ page, noise }) => {
    await tamperWith(page, script);
    await page.goto("/");
    await expect.poll(() => refusals(noise)).not.toEqual([]);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await hasRun(page)).toBe(false);
    noise.length = 0;
  });

test("a changed chunk that loads later is refused, and loads once it is unchanged again", async ({
  page,
  request,
  noise,
}) => {
  const chunk = /\/assets\/open-document\.lazy-/;
  await tamperWith(page, chunk);
  await signedIn(page, request, newPerson());
  const alert = page.getByRole("alert").filter({ hasText: "Your extra user data could not be fetched." });
  await expect(alert).toBeVisible();
  expect(refusals(noise)).not.toEqual([]);
  expect(await hasRun(page)).toBe(false);
  await page.unroute(chunk);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
  noise.length = 0;
});

test("a changed list of integrity is refused", async ({ page, noise }) => {
  await tamperWith(page, /\/assets\/integrity-/);
  await page.goto("/auth/signin");
  await expect.poll(() => refusals(noise)).not.toEqual([]);
  expect(await hasRun(page)).toBe(false);
  noise.length = 0;
});

test("a script without integrity is refused, although it is the site's own", async ({
  page,
  request,
  noise,
}) => {
  await page.goto("/");
  const list = await page.locator('meta[name="chunk-integrity"]').getAttribute("content");
  const text = await (await request.get(list?.split(" ")[0] ?? "")).text();
  const chunk = /"(\/assets\/judge-[^"]*)"/.exec(text)?.[1] ?? ""; // this chunk loads for a new password only
  expect((await request.get(chunk)).ok()).toBe(true);
  const outcome = await page.evaluate(
    (address) =>
      import(address).then(
        () => "loaded",
        () => "refused",
      ),
    chunk,
  );
  expect(outcome).toBe("refused");
  noise.length = 0;
});
