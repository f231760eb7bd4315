import type { Page } from "@playwright/test";
import { authTexts } from "../../../src/pages/auth/auth-texts.tsx";
import { sessionsTexts } from "../../../src/pages/settings/section/settings-texts.tsx";
import { SETTINGS } from "../account/support.ts";
import { expect, newPerson, openRows, test } from "../fixtures.ts";
import { createAccount, type Person } from "../support.ts";
import { expectRoomy } from "./layout.ts";
import { button, field, said, section } from "./texts.ts";

const signIn = async (page: Page, person: Person) => {
  await page.goto(`/auth/signin?next=${encodeURIComponent(SETTINGS)}`);
  await field(page, authTexts.email).fill(person.email);
  await field(page, authTexts.password).fill(person.password);
  await button(page, authTexts.forms.signin.button).click();
  await expect(page).toHaveURL(SETTINGS);
};

test("the list of sessions has room for longer text in each of its states", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const ada = newPerson();
  await createAccount(request, ada);
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await other.addInitScript(openRows);
  await signIn(await other.newPage(), ada);
  await page.route("**/api/sessions", (route) => route.fulfill({ status: 503, json: { status: "error" } }));
  await signIn(page, ada);
  const sessions = section(page, "sessions");
  await expect(sessions.getByRole("alert")).toBeVisible();
  await expectRoomy(page, "sessions failed");
  await page.unrouteAll();
  await button(page, sessionsTexts.tryAgain).click();
  await expect(button(page, sessionsTexts.signOutOthers)).toBeVisible();
  await expectRoomy(page, "sessions listed");
  await button(page, sessionsTexts.signOutOthers).click();
  await expect(said(page, sessionsTexts.question)).toBeVisible();
  await expectRoomy(page, "sessions confirmation");
  await button(page, sessionsTexts.signOutOthers).click();
  await expect(said(page, sessionsTexts.endedOthers)).toBeVisible();
  await expectRoomy(page, "sessions ended");
  await other.close();
});
