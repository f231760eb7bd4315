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

test.use({ expectedReports: /integrity/ });

for (const [kind, script] of [
  ["the entry", /\/assets\/index-/],
  ["a script that the entry imports", /\/assets\/react-/],
  ["the early script", /\/assets\/early-/],
  ["the page's own script", /\/assets\/home-page-/],
] as const)
  test(`the browser refuses a script whose content was changed: ${kind}`, async ({ page, reports }) => {
    await tamperWith(page, script);
    await page.goto("/");
    await expect.poll(() => reports).not.toEqual([]);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await hasRun(page)).toBe(false);
  });

test("the browser refuses a changed chunk that loads later, and loads the unchanged chunk on a retry", async ({
  page,
  request,
  reports,
}) => {
  const chunk = /\/assets\/open-document\.lazy-/;
  await tamperWith(page, chunk);
  await signedIn(page, request, newPerson());
  const alert = page.getByRole("alert").filter({ hasText: "Your extra user data could not be fetched." });
  await expect(alert).toBeVisible();
  expect(reports).not.toEqual([]);
  expect(await hasRun(page)).toBe(false);
  await page.unroute(chunk);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
});

test("the browser refuses a changed list of integrity hashes", async ({ page, reports }) => {
  await tamperWith(page, /\/assets\/integrity-/);
  await page.goto("/auth/signin");
  await expect.poll(() => reports).not.toEqual([]);
  expect(await hasRun(page)).toBe(false);
});

test("the browser refuses a script of the site that is imported without an integrity hash", async ({
  page,
  request,
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
});

test.describe("trusted types", () => {
  test.use({ expectedReports: /TrustedScript/ });

  test("the policy of the page refuses code made of text", async ({ page }) => {
    await page.goto("/");
    const results = await page.evaluate(() => {
      const errorOf = (run: () => unknown) => {
        try {
          return `ran: ${run()}`;
        } catch (error) {
          return error instanceof Error ? error.name : "";
        }
      };
      const attempts = [
        // biome-ignore lint/security/noGlobalEval: the policy refuses it
        () => globalThis.eval("1"),
        () => new Function("return 1")(),
        () => {
          document.createElement("script").textContent = "1";
        },
      ];
      // In a task of the page, because the policy does not apply to the code of the developer tools.
      return new Promise<string[]>((done) => setTimeout(() => done(attempts.map(errorOf))));
    });
    expect(results).toEqual(["EvalError", "EvalError", "TypeError"]);
  });
});
