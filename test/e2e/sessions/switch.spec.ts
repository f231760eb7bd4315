import { expect, newPerson, test } from "../fixtures.ts";
import { fillSignUp } from "../support.ts";
import { sessionIdIn } from "./support.ts";

const ID = /^[0-9a-f-]{36}$/;
/** Local mode's secret, as packages/local-services/README.md says. */
const SECRET = "local-services-only-no-secret-at-all";

test("a session moves from the server back to the browser when the site returns to SESSIONS=browser", async ({
  page,
  site,
}) => {
  const ada = newPerson();
  await page.goto(`${site.origin}/auth/signup`);
  await fillSignUp(page, ada);
  await expect(page).toHaveURL(`${site.origin}/dashboard`);
  expect(await sessionIdIn(page)).toMatch(ID);
  await page.goto("about:blank");
  await site.stop();
  await site.start({ SESSIONS: "browser", SESSION_SECRET: SECRET });
  await page.goto(`${site.origin}/dashboard`);
  await expect(page.getByRole("main")).toContainText(ada.email);
  await expect.poll(() => sessionIdIn(page), "the browser has its refresh token").not.toMatch(ID);
  expect(await sessionIdIn(page)).not.toBe("");
  await page.reload();
  await expect(page.getByRole("main")).toContainText(ada.email);
});
