import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright";
import { completeConsent } from "../../../../packages/local-services/src/fixtures/playwright.ts";
import { equal, PASSWORD } from "../../firebase-auth/world.ts";
import type { Flow } from "../flow.ts";
import { resetPassword } from "../world.ts";

const PAGES = ["email-password", "email-link", "google-popup", "google-redirect"];
const ADA = "ada@example.test";
const GINA = "gina@gmail.example";

/** What a user does on a page of the quickstart. */
function userOf(page: Page, origin: string) {
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    dialog.accept().catch(() => undefined);
  });
  const button = page.locator("#quickstart-sign-in");
  const isIn = async (email: string) => {
    await page.getByText("Signed in", { exact: true }).waitFor();
    const shown = await page.locator("#quickstart-account-details").innerText();
    equal(JSON.parse(shown).email, email, "address of the user");
  };
  return {
    isIn,
    goTo: async (name: string) => {
      await page.goto(`${origin}/${name}.html`);
      await page.locator("#quickstart-sign-in:enabled").waitFor();
    },
    fill: (id: string, value: string) => page.locator(`#${id}`).fill(value),
    press: (id: string) => page.locator(`#quickstart-${id}`).click(),
    alerted: async (part: string) => {
      if (!alerts.some((text) => text.includes(part)))
        await page.waitForEvent("dialog", { predicate: (dialog) => dialog.message().includes(part) });
      alerts.length = 0;
    },
    leave: async () => {
      await button.click();
      await page.getByText("Signed out", { exact: true }).waitFor();
    },
    hasAccessToken: async () => {
      const token = page.locator("#quickstart-oauthtoken");
      await page.waitForFunction(
        () => !["null", ""].includes(document.querySelector("#quickstart-oauthtoken")?.textContent ?? ""),
      );
      equal((await token.innerText()).length > 0, true, "access token of the provider");
    },
  };
}

/** Google's quickstart pages, unchanged. */
export const quickstart: Flow = {
  name: "quickstart",
  checkout: "quickstart",
  files: async (build, checkout) => {
    const folder = join(resolve(checkout), "auth");
    const files: Record<string, string> = {};
    for (const name of PAGES) {
      const html = readFileSync(join(folder, `${name}.html`), "utf8");
      files[`/${name}.html`] = html.replace(`"${name}.ts"`, `"/${name}.js"`);
      files[`/${name}.js`] = await build(`import ${JSON.stringify(join(folder, `${name}.ts`))};`);
    }
    return files;
  },
  run: async ({ control }, { context, origin }, say) => {
    const page = await context.newPage();
    const { goTo, fill, press, alerted, isIn, leave, hasAccessToken } = userOf(page, origin);

    await goTo("email-password");
    await fill("email", ADA);
    await fill("password", PASSWORD);
    await press("sign-up");
    await isIn(ADA);
    await press("verify-email");
    await alerted("Email Verification Sent!");
    await page.reload();
    await isIn(ADA);
    await leave();
    await fill("email", ADA);
    await fill("password", "wrong password");
    await press("sign-in");
    await alerted("Wrong password.");
    await press("password-reset");
    await alerted("Password Reset Email Sent!");
    await resetPassword(context, await control.link("PASSWORD_RESET"), "another-password");
    await fill("password", "another-password");
    await press("sign-in");
    await isIn(ADA);
    await leave();
    say("password: sign-up, verification, reload, sign-out, wrong password, reset, sign-in");

    await goTo("email-link");
    await fill("email", "link@example.test");
    await press("sign-in");
    await alerted("An email was sent to link@example.test");
    await page.goto(await control.link("EMAIL_SIGNIN"));
    await isIn("link@example.test");
    await page.waitForURL(`${origin}/email-link.html`);
    await leave();
    say("email link");

    await goTo("google-popup");
    const opening = page.waitForEvent("popup");
    await press("sign-in");
    await completeConsent(await opening, { email: GINA });
    await isIn(GINA);
    await hasAccessToken();
    await leave();
    say("popup, with the provider's access token");

    await goTo("google-redirect");
    await press("sign-in");
    await page.locator("#email-input").waitFor();
    await page.locator(`button.person:has-text("${GINA}")`).click();
    await isIn(GINA);
    await hasAccessToken();
    await leave();
    say("redirect, with the provider's access token");
  },
};
