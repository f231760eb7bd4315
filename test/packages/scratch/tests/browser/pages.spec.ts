import { completeConsent, expect, test } from "@tallybin/local-services/playwright";

test("the page for Vite signs in by a provider's window, and out", async ({ page }) => {
  await page.goto("/signin.html");
  await expect(page.locator("#state")).toHaveText("signed-out");
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.locator("#enter").click()]);
  await completeConsent(popup, { email: "vita@example.test", name: "Vita" });
  await expect(page.locator("#state")).toHaveText("Hello vita@example.test");
  await page.locator("#leave").click();
  await expect(page.locator("#state")).toHaveText("signed-out");
});
