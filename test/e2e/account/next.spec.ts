import { expect, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { fillSignIn } from "../support.ts";

test("a sign-in with the hostile target //evil.example leads to /dashboard", async ({ page, request }) => {
  const ada = await newAccount(request);
  await page.goto(`/auth/signin?next=${encodeURIComponent("//evil.example")}`);
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveAttribute("href", "/auth/signup");
  await fillSignIn(page, ada);
  await expect(page).toHaveURL("/dashboard");
});
