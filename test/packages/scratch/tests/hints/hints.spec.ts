import { expect, test } from "@tallybin/local-services/playwright";

// Each test fails. `run.mjs` compares the fixture's errors.
const QUICK = { timeout: 3000 };

test.describe("a session of another project", () => {
  test.use({
    signedInAs: "verified customer",
    localServices: async ({ localServices }, use) => use({ ...localServices, projectId: "another" }),
  });
  test("the project ID of the fixture is not the application's", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("#ours")).toHaveText(/@/, QUICK);
  });
});

test("the application uses other services", async ({ page }) => {
  await page.goto("/worker.html");
  await expect(page.getByText("signed in as Ada")).toBeVisible(QUICK);
});
