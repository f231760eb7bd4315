import type { Locator, Page } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { accountMenu, passwordField } from "../support.ts";
import {
  appCode,
  card,
  codeForKey,
  expectAccessible,
  expectReadable,
  mailTo,
  pathOf,
  SETTINGS,
} from "./support.ts";

const MAX_STOPS = 80;

/** Presses Tab until the element has the focus, like a keyboard user. */
const tabTo = async (page: Page, target: Locator) => {
  // Finding an element by its role costs more than a press, so it is found again only if the page has replaced it.
  let found = await target.elementHandle();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    const isReached = await found?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : undefined,
    );
    if (isReached) return;
    if (isReached === undefined) found = await target.elementHandle();
    else await page.keyboard.press("Tab");
  }
  throw new Error(`${MAX_STOPS} stops did not lead to ${target}`);
};
const typeInto = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};
const activate = async (page: Page, target: Locator) => {
  await tabTo(page, target);
  await expect(target).toBeFocused();
  await page.keyboard.press("Enter");
};
const main = (page: Page) => page.getByRole("main");

/** The menu's code loads when it is first needed, so press each key only after the previous key has taken effect. */
const choose = async (page: Page, key: string, item: string) => {
  await activate(page, accountMenu(page));
  await expect(page.getByRole("menuitem", { name: "Dashboard" })).toBeFocused();
  await page.keyboard.press(key);
  await expect(page.getByRole("menuitem", { name: item })).toBeFocused();
  await page.keyboard.press("Enter");
};

test("a keyboard user signs up, verifies the address, sets up a second factor, signs in with it and resets the password", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const ada = newPerson();

  await page.goto("/auth/signup");
  await typeInto(page, main(page).getByLabel("Email"), ada.email);
  await typeInto(page, passwordField(page), ada.password);
  await typeInto(page, main(page).getByLabel("Confirm password", { exact: true }), ada.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");

  await page.goto(pathOf((await mailTo(request, ada.email, "VERIFY_EMAIL")).actionLink));
  await activate(page, main(page).getByRole("button", { name: "Verify my email" }));
  await activate(page, main(page).getByRole("link", { name: "Go to the dashboard" }));
  await expect(page).toHaveURL("/dashboard");

  await tabTo(
    page,
    accountMenu(page)
      .or(page.getByRole("link", { name: "Skip to content" }))
      .first(),
  );
  await choose(page, "ArrowDown", "Settings");
  await expect(page).toHaveURL(SETTINGS);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await activate(page, accountMenu(page));
  await expect(page.getByRole("menuitem", { name: "Dashboard" })).toBeFocused();
  await expectAccessible(page, "account menu");
  await expectReadable(page, "account menu");
  await page.keyboard.press("Escape");
  await expect(accountMenu(page)).toBeFocused();
  const factors = card(page, "Two-step verification");
  await activate(page, factors.getByRole("button", { name: "Set up an authenticator app" }));
  const codeField = factors.getByLabel("Code from the app");
  await expect(codeField).toBeFocused();
  await page.keyboard.type(codeForKey(await factors.locator("code").innerText()));
  await page.keyboard.press("Enter");
  await expect(factors.getByText("Two-step verification is on")).toBeVisible();

  await choose(page, "End", "Sign out");
  await expect(page).toHaveURL(/\/auth\/signin/);

  await typeInto(page, main(page).getByLabel("Email"), ada.email);
  await typeInto(page, passwordField(page), ada.password);
  await page.keyboard.press("Enter");
  await expect(main(page).getByLabel(/^Code/)).toBeFocused();
  await page.keyboard.type(await appCode(request, ada.email));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");

  await choose(page, "End", "Sign out");
  await activate(page, main(page).getByRole("link", { name: "Forgot Password?" }));
  await typeInto(page, main(page).getByLabel("Email"), ada.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password reset email sent")).toBeVisible();
  await page.goto(pathOf((await mailTo(request, ada.email, "PASSWORD_RESET")).actionLink));
  await typeInto(page, passwordField(page), "another-example-horse");
  await typeInto(page, main(page).getByLabel("Confirm password", { exact: true }), "another-example-horse");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await activate(page, main(page).getByRole("link", { name: "Sign in" }));
  await expect(page).toHaveURL("/auth/signin");
  await expect(main(page).getByLabel("Email"), "the address is already filled in").toHaveValue(ada.email);
});

test("the focus returns to a provider's button after a keyboard user cancels the provider's window", async ({
  page,
}) => {
  await page.goto("/auth/signin");
  const google = main(page).getByRole("button", { name: "Sign in with Google" });
  await tabTo(page, google);
  const opened = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const popup = await opened;
  const closed = popup.waitForEvent("close");
  await page.bringToFront();
  await tabTo(page, main(page).getByRole("button", { name: "Bring to front" })); // below the other providers
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await closed;
  await expect(google).toBeFocused();
});
