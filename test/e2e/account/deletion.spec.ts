import { expect, newPerson, test } from "../fixtures.ts";
import { signedIn, signOut } from "../session.ts";
import { accountMenu, failFor, fillSignIn, hold, signInLink } from "../support.ts";
import { enrollPhone, somePhone } from "./factors.ts";
import { consentAs, openPopup } from "./popups.ts";
import {
  card,
  field,
  mailCount,
  mailTo,
  press,
  proofOf,
  proveByPassword,
  SETTINGS,
  verifiedInSettings,
  wantRecentSignIn,
} from "./support.ts";

test("deleting the account requires a typed confirmation, deletes everything, and is confirmed @cross-origin", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await signedIn(page, request, ada, SETTINGS);
  await press(page, "Delete account", "Delete my account");
  await expect(card(page, "Delete account")).toContainText(`Please type ${ada.email}`);
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email.toUpperCase());
  await press(page, "Delete account", "Delete my account");
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  await expect(signInLink(page)).toBeVisible();
  await fillSignIn(page, ada);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(/couldn’t find an account|Incorrect/);
});

test("a user with only a provider re-authenticates there before the account is deleted", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await page.goto("/auth/signup?next=/settings/general");
  await consentAs(await openPopup(page, "Sign up with Google"), ada.email);
  await expect(page).toHaveURL(SETTINGS);
  await wantRecentSignIn(request, ada.email, "accounts:delete");
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  const popup = await openPopup(page, "Confirm with Google");
  await popup.getByRole("button", { name: ada.email }).click();
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});

test("an account with a second factor requires it before the deletion", async ({ page, request }) => {
  const ada = await verifiedInSettings(page, request);
  const phone = somePhone();
  await enrollPhone(page, request, phone);

  await wantRecentSignIn(request, ada.email, "accounts:delete");
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  await proveByPassword(page, ada.password);
  const proof = proofOf(page);
  await expect(proof.getByText(/We’ve sent a text message/)).toBeVisible();
  await proof.getByLabel(/^Code/).fill((await mailTo(request, phone, "SMS_CODE")).code);
  await proof.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  expect(await mailCount(request, phone, "SMS_CODE")).toBe(2);
});

test("a deletion is reported only once it is done: not on another page meanwhile, and not if it fails", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await signedIn(page, request, ada, SETTINGS);
  const failure = await failFor(request, {
    endpoint: "accounts:delete",
    email: ada.email,
    fault: { kind: "status", status: 503 },
  });
  const deletion = await hold(page, /accounts:delete/);
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  const sent = await deletion.asked;
  await accountMenu(page).click();
  await page.getByRole("menuitem", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello");
  await expect(page.getByText("has been deleted")).toHaveCount(0);
  deletion.release();
  await sent.response();
  await signOut(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
  await expect(page.getByText("has been deleted")).toHaveCount(0);

  await failure.remove();
  await page.goto(`/auth/signin?next=${SETTINGS}`);
  await fillSignIn(page, ada);
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  await expect(page).toHaveURL(/\/auth\/signin/);
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});

test("a device whose clock is ten minutes ahead can delete its account", async ({ page, request }) => {
  const ada = newPerson();
  await page.clock.install({ time: Date.now() + 600_000 });
  await signedIn(page, request, ada, SETTINGS);
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});
