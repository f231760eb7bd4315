import { expect, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { fillSignIn } from "../support.ts";

const HARMLESS = "/solutions?from=mail#solution2";

for (const [kind, next, target] of [
  ["hostile", "//evil.example", "/dashboard"],
  ["harmless", HARMLESS, HARMLESS],
] as const)
  test(`a sign-in with the ${kind} target ${next} leads to ${target}`, async ({ page, request }) => {
    const ada = await newAccount(request);
    await page.goto(`/auth/signin?next=${encodeURIComponent(next)}`);
    await expect(page.getByRole("link", { name: "Create an account" })).toHaveAttribute(
      "href",
      kind === "hostile" ? "/auth/signup" : `/auth/signup?next=${encodeURIComponent(next)}`,
    );
    await fillSignIn(page, ada);
    await expect(page).toHaveURL(target);
  });
