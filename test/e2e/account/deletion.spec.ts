import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { fillSignIn, signInLink } from "../support.ts";
import { enrollPhone, somePhone } from "./factors.ts";
import { openPopup } from "./popups.ts";
import { card, field, press, proofOf, proveByPassword, SETTINGS, wantsRecentSignIn } from "./support.ts";

/** Types the confirmation and presses the button. */
const deleteAccount = async (page: Page, typed: string, email = typed) => {
  await field(page, "Delete account", `Type ${email} to confirm`).fill(typed);
  await press(page, "Delete account", "Delete my account");
};

test.describe("signed in", () => {
  test.use({ signedInAs: "unverified" });

  test("deleting the account requires a typed confirmation, deletes it also on a device whose clock is ten minutes ahead, and shows a confirmation @cross-origin-nightly", async ({
    page,
    customer,
  }) => {
    await page.clock.install({ time: Date.now() + 600_000 });
    await page.goto(SETTINGS);
    const confirmation = field(page, "Delete account", `Type ${customer.email} to confirm`);
    await expect(confirmation).not.toHaveAttribute("aria-invalid");
    await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCSS(
      "background-color",
      "rgb(146, 38, 15)",
    );
    await press(page, "Delete account", "Delete my account");
    await expect(card(page, "Delete account")).toContainText(`Please type ${customer.email}`);
    await deleteAccount(page, customer.email.toUpperCase(), customer.email);
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Goodbye");
    await expect(page).toHaveURL("/auth/signin");
    await expect(signInLink(page)).toBeVisible();
    await fillSignIn(page, customer);
    await expect(page.getByRole("main").getByRole("alert")).toContainText(
      /couldn’t find an account|Incorrect/,
    );
  });
});

test.describe("with only a provider", () => {
  test.use({ signedInAs: "google only" });

  test("a user whose only sign-in method is a provider re-authenticates with the provider before the deletion", async ({
    page,
    account,
    failures,
  }) => {
    const email = account?.email ?? "";
    await page.goto(SETTINGS);
    await failures.add(wantsRecentSignIn("accounts:delete"));
    await deleteAccount(page, email);
    const popup = await openPopup(page, "Confirm with Google");
    await popup.getByRole("button", { name: email }).click();
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  });
});

test.describe("with a second factor", () => {
  test.use({ signedInAs: "verified customer" });

  test("deleting an account that has a second factor requires the second factor", async ({
    page,
    customer,
    request,
    failures,
    outbox,
  }) => {
    await page.goto(SETTINGS);
    const phone = somePhone();
    await enrollPhone(page, request, phone);
    await failures.add({ ...wantsRecentSignIn("accounts:delete"), email: customer.email });
    await deleteAccount(page, customer.email);
    await proveByPassword(page, customer.password);
    const proof = proofOf(page);
    await expect(proof.getByText(/We’ve sent a text message/)).toBeVisible();
    await proof.getByLabel(/^Code/).fill((await outbox.latest(phone, "SMS_CODE")).code ?? "");
    await proof.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    expect(await outbox.list({ to: phone, type: "SMS_CODE" })).toHaveLength(2);
  });
});
