import type { Page } from "@playwright/test";
import { completeConsent } from "@tallybin/local-services/playwright";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { runForFile } from "../program.ts";
import { consentAs, openPopup } from "./popups.ts";
import { card } from "./support.ts";

/** A site with more providers than the default ones, whose log the test reads. */
const port = await leasePorts();
const SITE = `http://localhost:${port}`;
const SETTINGS = "/settings/general";
const server = runForFile(
  "dist/local/start.js",
  { PORT: String(port), PROVIDERS: "google.com,apple.com,microsoft.com,oidc.sso", LOG_LEVEL: "debug" },
  /is ready at/,
);

/** The addresses and referrers of all requests of a browser, and the forms that were posted to the callback. */
const watchRequests = (page: Page) => {
  const shown: string[] = [];
  const posted: URLSearchParams[] = [];
  page.context().on("request", (request) => {
    shown.push(request.url(), request.headers()["referer"] ?? "");
    const isCallback = request.method() === "POST" && new URL(request.url()).pathname === "/oauth/callback";
    if (isCallback) posted.push(new URLSearchParams(request.postData() ?? ""));
  });
  return { shown, posted };
};

test("a person who declined at Apple tries again, and the posted response gives the name and leaves its secrets in no address, referrer, storage or log", async ({
  page,
  request,
}) => {
  const { shown, posted } = watchRequests(page);
  const ada = newPerson();
  await page.goto(`${SITE}/auth/signup?next=${SETTINGS}`);
  const declined = await openPopup(page, "Sign up with Apple");
  const closed = declined.waitForEvent("close");
  await declined.locator("button[value=deny]").click();
  await closed;
  await expect(page.getByText("Canceled. Nothing changed.")).toBeVisible();
  const popup = await openPopup(page, "Sign up with Apple");
  await completeConsent(popup, { email: ada.email, name: "Ada Example" });
  await expect(page).toHaveURL(`${SITE}${SETTINGS}`);
  await expect(card(page, "Sign-in methods")).toContainText("Apple");
  await expect(card(page, "Profile")).toContainText("Ada Example");

  expect(posted.map((form) => [...form.keys()].toSorted())).toEqual([
    ["error", "state"],
    ["code", "id_token", "state", "user"],
  ]);
  const secrets = ["code", "id_token"].map((name) => posted[1]?.get(name) ?? "");
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  const log = await (await request.get(`${SITE}/__local/log`)).text();
  expect(log).toContain("signInWithIdp");
  for (const secret of secrets)
    for (const text of [...shown, stored, log, server.output()]) expect(text).not.toContain(secret);
});

for (const provider of isWhole ? ["Microsoft", "SSO"] : ["Microsoft"])
  test(`a sign-up with ${provider} succeeds without a posted form`, async ({ page }) => {
    const { posted } = watchRequests(page);
    const ada = newPerson();
    await page.goto(`${SITE}/auth/signup?next=${SETTINGS}`);
    await consentAs(await openPopup(page, `Sign up with ${provider}`), ada.email);
    await expect(page).toHaveURL(`${SITE}${SETTINGS}`);
    await expect(card(page, "Sign-in methods")).toContainText(provider);
    expect(posted).toEqual([]);
  });
