import type { Page } from "@playwright/test";
import { expect, somebody, test } from "../fixtures.ts";
import { createAccount, failFor, fillSignIn, signInLink, signOut } from "../support.ts";
import {
  card,
  consentAs,
  mailCount,
  mailTo,
  openPopup,
  pathOf,
  signedIn,
  verifyEmail,
  wantRecentSignIn,
} from "./support.ts";

const SETTINGS = "/settings/general";
const NEW_PASSWORD = "another-example-horse";
const field = (page: Page, section: string, label: string) =>
  card(page, section).getByLabel(label, { exact: true });
const press = (page: Page, section: string, name: string) =>
  card(page, section).getByRole("button", { name, exact: true }).click();
const saved = (page: Page, section: string, text: string | RegExp) =>
  expect(card(page, section).getByRole("status").filter({ hasText: text })).toBeVisible();

test.describe("profile", () => {
  test("name and picture are saved by themselves and seen in every tab @cross-origin", async ({
    page,
    context,
    request,
  }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    const second = await context.newPage();
    await second.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("Ada Example");
    await press(page, "Profile", "Save profile");
    await saved(page, "Profile", "Your profile is saved.");
    await expect(field(second, "Profile", "Name")).toHaveValue("Ada Example");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada Example");
    await page.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("");
    await press(page, "Profile", "Save profile");
    await saved(page, "Profile", "Your profile is saved.");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello");
  });

  test("a picture that cannot be shown is said beside the field, and one that is no address is refused", async ({
    page,
    request,
  }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    await field(page, "Profile", "Picture address").fill("https://pictures.example.com/ada.png");
    await expect(card(page, "Profile")).toContainText("your initials are shown instead");
    await field(page, "Profile", "Picture address").fill("javascript:alert(1)");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile")).toContainText("a full address that begins with https://");
    await expect(field(page, "Profile", "Picture address")).toBeFocused();
  });

  test("a failure keeps what was typed, and the next attempt saves it", async ({ page, request }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    await failFor(request, {
      endpoint: "accounts:update",
      email: ada.email,
      times: 1,
      fault: { kind: "status", status: 503 },
    });
    await field(page, "Profile", "Name").fill("Ada Example");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile").getByRole("alert")).toBeVisible();
    await expect(field(page, "Profile", "Name")).toHaveValue("Ada Example");
    await press(page, "Profile", "Save profile");
    await saved(page, "Profile", "Your profile is saved.");
    await expect(card(page, "Profile").getByRole("alert")).toHaveCount(0);
  });
});

test.describe("email", () => {
  test("a new address is changed, and a message verifies it", async ({ page, request }) => {
    const ada = somebody();
    const next = somebody("ada.new").email;
    await signedIn(page, request, ada, SETTINGS);
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    await saved(page, "Email", new RegExp(`(Your address is now|We have sent a message to) ${next}`));
    await expect(field(page, "Email", "New email")).toHaveValue("");
  });

  test("a project that protects addresses has the new one confirmed first", async ({ page, request }) => {
    const ada = somebody();
    const next = somebody("ada.new").email;
    await signedIn(page, request, ada, SETTINGS);
    await failFor(request, {
      endpoint: "accounts:update",
      email: next,
      times: 1,
      fault: { kind: "error", word: "OPERATION_NOT_ALLOWED" },
    });
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    await saved(
      page,
      "Email",
      `We have sent a message to ${next}. Your address changes once you open the link in it.`,
    );
    const { actionLink } = await mailTo(request, next, "VERIFY_AND_CHANGE_EMAIL");
    await page.goto(pathOf(actionLink));
    await expect(page.getByRole("main")).toContainText(`Your email address is now ${next}`);
  });

  test("the same address, no address and a taken one are each pointed out", async ({ page, request }) => {
    const ada = somebody();
    const bob = somebody("bob");
    await createAccount(request, bob);
    await signedIn(page, request, ada, SETTINGS);
    await press(page, "Email", "Change email");
    await expect(card(page, "Email")).toContainText("Please enter an email address");
    await field(page, "Email", "New email").fill(ada.email);
    await expect(card(page, "Email")).toContainText("This is your address already");
    await field(page, "Email", "New email").fill(bob.email);
    await press(page, "Email", "Change email");
    await expect(card(page, "Email").getByRole("alert")).toContainText(
      "Another account has this email address",
    );
    await expect(field(page, "Email", "New email")).toHaveValue(bob.email);
  });

  test("a session that is too old is renewed in place, and the change goes on", async ({ page, request }) => {
    const ada = somebody();
    const next = somebody("ada.new").email;
    await signedIn(page, request, ada, SETTINGS);
    await wantRecentSignIn(request, next, "accounts:update");
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    const proof = page.getByRole("region", { name: "Confirm that it is you" });
    await expect(proof.getByLabel("Your password", { exact: true })).toBeFocused();
    await proof.getByLabel("Your password", { exact: true }).fill("example-wrong");
    await proof.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(proof.getByRole("alert")).toHaveText("That is not your current password.");
    await proof.getByLabel("Your password", { exact: true }).fill(ada.password);
    await proof.getByRole("button", { name: "Confirm", exact: true }).click();
    await saved(page, "Email", next);
    await expect(proof).toHaveCount(0);
  });
});

test.describe("password", () => {
  const fill = async (page: Page, current: string, next: string) => {
    await field(page, "Password", "Current password").fill(current);
    await field(page, "Password", "New password").fill(next);
    await field(page, "Password", "Confirm password").fill(next);
    await press(page, "Password", "Change password");
  };

  test("changing it signs other devices out, says so, and is what signs in from then on @cross-origin", async ({
    page,
    browser,
    request,
    baseURL,
  }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    await expect(card(page, "Password")).toContainText("signs you out on every other device");
    await fill(page, ada.password, NEW_PASSWORD);
    await saved(page, "Password", /has been changed/);
    for (const label of ["Current password", "New password", "Confirm password"])
      await expect(field(page, "Password", label)).toHaveValue("");
    await page.reload();
    await expect(field(page, "Password", "Current password"), "this device stays signed in").toBeVisible();

    const device = await browser.newContext({ baseURL: baseURL ?? "" });
    const other = await device.newPage();
    await other.goto("/auth/signin");
    await fillSignIn(other, { ...ada, password: NEW_PASSWORD });
    await expect(other).toHaveURL("/dashboard");
    await device.close();
  });

  test("a wrong current password and a weak new one are said, and nothing is lost", async ({
    page,
    request,
  }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    await fill(page, "example-wrong", NEW_PASSWORD);
    await expect(card(page, "Password").getByRole("alert")).toHaveText("That is not your current password.");
    await expect(field(page, "Password", "New password")).toHaveValue(NEW_PASSWORD);
    await fill(page, ada.password, "abc");
    await expect(card(page, "Password").getByRole("alert")).toContainText(/too weak/);
  });

  test("empty and unequal fields are named under the field", async ({ page, request }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    await press(page, "Password", "Change password");
    await expect(card(page, "Password").getByText("Please enter a password")).toHaveCount(2);
    await expect(field(page, "Password", "Current password")).toBeFocused();
    await field(page, "Password", "New password").fill("one");
    await field(page, "Password", "Confirm password").fill("two");
    await expect(card(page, "Password")).toContainText("This doesn't match your password");
  });
});

test.describe("sign-in methods", () => {
  test("a service is linked, unlinked, and the last one only after a warning @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    const popup = await openPopup(page, "Link GitHub");
    await consentAs(popup, ada.email);
    await saved(page, "Sign-in methods", "GitHub is linked.");
    await press(page, "Sign-in methods", "Remove Password");
    await expect(card(page, "Sign-in methods")).toContainText("no longer be able to sign in by email");
    await press(page, "Sign-in methods", "Remove");
    await saved(page, "Sign-in methods", "Password is removed.");

    await press(page, "Sign-in methods", "Unlink GitHub");
    await expect(card(page, "Sign-in methods")).toContainText("GitHub is your only way to sign in");
    await press(page, "Sign-in methods", "Keep it");
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Unlink GitHub" })).toBeVisible();

    // The service takes the address away together with the password.
    await expect(card(page, "Password")).toContainText("A password needs an email address");
    await field(page, "Email", "New email").fill(ada.email);
    await press(page, "Email", "Add email");
    await field(page, "Password", "New password").fill(NEW_PASSWORD);
    await field(page, "Password", "Confirm password").fill(NEW_PASSWORD);
    await press(page, "Password", "Set password");
    await saved(page, "Password", "Your password is set.");
    await press(page, "Sign-in methods", "Unlink GitHub");
    await saved(page, "Sign-in methods", "GitHub is unlinked.");
  });

  test("somebody else's sign-in is refused with the reason", async ({ page, request }) => {
    const bob = somebody("bob");
    await page.goto("/auth/signup");
    await consentAs(await openPopup(page, "Sign up with GitHub"), bob.email);
    await expect(page).toHaveURL("/dashboard");
    await signOut(page);
    await expect(signInLink(page)).toBeVisible();
    await signedIn(page, request, somebody(), SETTINGS);
    await consentAs(await openPopup(page, "Link GitHub"), bob.email);
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText(
      /belongs to another account/,
    );
  });

  test("a link that is called off, denied or failed leaves everything as it was", async ({
    page,
    request,
  }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    const popup = await openPopup(page, "Link Google");
    const closed = popup.waitForEvent("close");
    await press(page, "Sign-in methods", "Cancel");
    await closed;
    await expect(card(page, "Sign-in methods").getByRole("alert")).toHaveCount(0);
    const second = await openPopup(page, "Link Google");
    await second.getByRole("button", { name: "Deny" }).click();
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText("consent");
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Link Google" })).toBeEnabled();
  });
});

test.describe("deleting the account", () => {
  test("is typed to confirm, takes everything along, and says so @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    await press(page, "Delete account", "Delete my account");
    await expect(card(page, "Delete account")).toContainText(`Please type ${ada.email}`);
    await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email.toUpperCase());
    await press(page, "Delete account", "Delete my account");
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    await expect(signInLink(page)).toBeVisible();
    await fillSignIn(page, ada);
    await expect(page.getByRole("main").getByRole("alert")).toContainText(/no account|not right/);
  });

  test("by somebody with a provider only, the proof is asked for at that provider", async ({
    page,
    request,
  }) => {
    const ada = somebody();
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

  test("an account that wants a second step asks for it within the proof", async ({ page, request }) => {
    const ada = somebody();
    const phone = `+1556${String(Date.now()).slice(-7)}`;
    await createAccount(request, ada);
    await verifyEmail(request, ada);
    await page.goto(`/auth/signin?next=${SETTINGS}`);
    await fillSignIn(page, ada);
    await field(page, "Second step", "Phone number").fill(phone);
    await press(page, "Second step", "Send a code to this number");
    await expect(card(page, "Second step")).toContainText("We have sent a text message");
    await field(page, "Second step", "Code from the text message").fill(
      (await mailTo(request, phone, "SMS_CODE")).code,
    );
    await press(page, "Second step", "Turn on");
    await saved(page, "Second step", /is set up/);

    await wantRecentSignIn(request, ada.email, "accounts:delete");
    await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
    await press(page, "Delete account", "Delete my account");
    const proof = page.getByRole("region", { name: "Confirm that it is you" });
    await proof.getByLabel("Your password", { exact: true }).fill(ada.password);
    await proof.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(proof.getByText(/We have sent a text message/)).toBeVisible();
    await proof.getByLabel(/^Code/).fill((await mailTo(request, phone, "SMS_CODE")).code);
    await proof.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    expect(await mailCount(request, phone, "SMS_CODE")).toBe(2);
  });
});

test.describe("somebody else signs in in another tab while a change is under way", () => {
  const switchTo = async (page: Page, other: { email: string; password: string }) => {
    const second = await page.context().newPage();
    await second.goto("/");
    await signOut(second);
    await second.goto("/auth/signin");
    await fillSignIn(second, other);
    await expect(second).toHaveURL("/dashboard");
    await second.close();
  };

  test("a new password meant for one account never reaches the other", async ({ page, request }) => {
    const ada = somebody();
    const bob = somebody("bob");
    await createAccount(request, bob);
    await signedIn(page, request, ada, SETTINGS);
    await field(page, "Password", "Current password").fill(ada.password);
    await field(page, "Password", "New password").fill(NEW_PASSWORD);
    await field(page, "Password", "Confirm password").fill(NEW_PASSWORD);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    // The proof of the current password is on its way while the other tab changes hands.
    await page.route(/accounts:signInWithPassword/, async (route) => {
      isHeld = true;
      await held;
      await route.continue();
    });
    const updates: string[] = [];
    page.on("request", (sent) => {
      if (/accounts:(update|delete)/.test(sent.url())) updates.push(sent.url());
    });
    await press(page, "Password", "Change password");
    await expect.poll(() => isHeld).toBe(true);
    await switchTo(page, bob);
    const answered = page.waitForResponse(/accounts:signInWithPassword/);
    release();
    await answered;
    await expect(card(page, "Email")).toContainText(bob.email);
    const still = await request.post("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k", {
      data: bob,
    });
    expect(still.status(), "bob's password is bob's").toBe(200);
    expect(updates).toEqual([]);
  });

  test("a deletion that waits for the proof is not carried out on the other account", async ({
    page,
    request,
  }) => {
    const ada = somebody();
    const bob = somebody("bob");
    await createAccount(request, bob);
    await signedIn(page, request, ada, SETTINGS);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    // The first step of a deletion asks for fresh claims.
    await page.route(/securetoken\.googleapis\.com/, async (route) => {
      isHeld = true;
      await held;
      await route.continue();
    });
    const deletions: string[] = [];
    page.on("request", (sent) => {
      if (/accounts:delete/.test(sent.url())) deletions.push(sent.url());
    });
    await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
    await press(page, "Delete account", "Delete my account");
    await expect.poll(() => isHeld).toBe(true);
    await switchTo(page, bob);
    release();
    await expect(card(page, "Email")).toContainText(bob.email);
    for (const person of [ada, bob]) {
      const still = await request.post(
        "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
        {
          data: person,
        },
      );
      expect(still.status(), person.email).toBe(200);
    }
    expect(deletions).toEqual([]);
  });
});

test("a device whose clock is ten minutes ahead can delete its account all the same", async ({
  page,
  request,
}) => {
  const ada = somebody();
  await page.clock.install({ time: Date.now() + 600_000 });
  await signedIn(page, request, ada, SETTINGS);
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});
