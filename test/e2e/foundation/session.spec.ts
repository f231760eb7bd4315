import { expect, newPerson, test } from "../fixtures.ts";
import { askToSignOut, signOut } from "../session.ts";
import { accountMenu, EXCHANGE, fillSignIn, fillSignUp, hold, signInLink } from "../support.ts";

const IDENTITY_CALLS = new RegExp(`identitytoolkit\\.googleapis\\.com|${EXCHANGE.source}`);

test("a customer signs up, stays signed in after a reload and in a second tab, and signs out of both tabs @cross-origin", async ({
  page,
  context,
}) => {
  const ada = newPerson();

  await page.goto("/auth/signup");
  await fillSignUp(page, ada);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("main")).toContainText(ada.email);

  // Hold all responses of the identity service, because the page must show the user without them.
  const { release } = await hold(page, IDENTITY_CALLS);
  await page.reload();
  await expect(page.getByRole("main")).toContainText(ada.email);
  await expect(accountMenu(page)).toBeVisible();
  await expect(signInLink(page)).toHaveCount(0);
  release();
  await page.unrouteAll({ behavior: "wait" });

  const second = await context.newPage();
  await second.goto("/");
  await expect(accountMenu(second)).toBeVisible();

  await signOut(page);
  await expect(signInLink(page)).toBeVisible();
  await expect(signInLink(second)).toBeVisible();
  await expect(accountMenu(second)).toHaveCount(0);

  await second.goto("/settings/general");
  await expect(second).toHaveURL(/\/auth\/signin\?next=/);
  await fillSignIn(second, ada);
  await expect(second).toHaveURL("/settings/general");
  await expect(accountMenu(page)).toBeVisible();
});

test("a sign-out is kept even if its page closes before storage has written it", async ({
  page,
  context,
}) => {
  await page.goto("/auth/signup");
  await fillSignUp(page, newPerson());
  await expect(page).toHaveURL("/dashboard");
  const second = await context.newPage();
  await second.goto("/about");
  await expect(accountMenu(second)).toBeVisible();

  // Each change of IndexedDB now stays unfinished until the page closes, and is then undone.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = function () {
      const again = () => {
        const request = this.get("none");
        request.onsuccess = again;
        return request;
      };
      return again();
    };
  });
  await askToSignOut(page);
  await expect(signInLink(page)).toBeVisible();
  await page.goto("/solutions");
  await expect(signInLink(page)).toBeVisible();
  await expect(signInLink(second)).toBeVisible();
});
