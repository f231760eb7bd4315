import { contactTexts } from "../../../src/contact/contact-texts.ts";
import { mailTo, pathOf } from "../account/support.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { expectRoomy } from "./layout.ts";
import { button, said } from "./texts.ts";

/** Reached only from a script. */
const CALLBACK = "/oauth/callback";
const PAGES = [
  "/",
  "/solutions",
  "/about",
  "/contact",
  "/tech",
  "/legal/terms-of-service",
  "/legal/privacy-policy",
  "/no/such-page/with-a-long-address-that-somebody-mistyped",
  CALLBACK,
];
for (const path of PAGES)
  test(`the page ${path} has room for longer text`, async ({ page }) => {
    await page.goto(path);
    await expectRoomy(page, `page ${path}`);
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  for (const path of [...PAGES.filter((each) => each !== CALLBACK), "/auth/signin", "/dashboard"])
    test(`the page ${path} has room for longer text without JavaScript`, async ({ page }) => {
      await page.goto(path);
      await expectRoomy(page, `no script ${path}`);
    });
});

test("the unsubscribe page has room for longer text in each of its states", async ({ page, request }) => {
  const { email } = newPerson();
  await page.goto("/api/newsletter/unsubscribe");
  await expectRoomy(page, "unsubscribe incomplete");
  await page.goto("/contact");
  await page.getByRole("contentinfo").locator("input[type=email]").fill(email);
  await page.getByRole("contentinfo").locator("button[type=submit]").click();
  await page.goto(pathOf((await mailTo(request, email, "NEWSLETTER_WELCOME")).actionLink));
  await expectRoomy(page, "unsubscribe confirmation");
  await page.getByRole("main").getByRole("button").click();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expectRoomy(page, "unsubscribe done");
});

test("the mobile menu has room for longer text", async ({ page }) => {
  await page.goto("/contact");
  const toggle = page.getByRole("banner").locator("button[aria-controls]");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expectRoomy(page, "menu");
});

test("the contact form and the newsletter form have room for longer text in each of their states", async ({
  page,
}) => {
  await page.goto("/contact");
  const send = button(page, contactTexts.send);
  const subscribe = page.getByRole("contentinfo").locator("button[type=submit]");
  await send.click();
  await subscribe.click();
  await expect(said(page, contactTexts.messageMissing)).toBeVisible();
  await expectRoomy(page, "contact refused");
  const email = page.getByRole("main").locator("input[type=email]");
  await email.fill("ada@gmial.com");
  await email.blur();
  await page.getByRole("main").locator("textarea").fill("What’s in our bins?");
  await expect(page.getByText("ada@gmail.com")).toBeVisible();
  await expectRoomy(page, "contact typed");
  await page.route("**/api/sheets/**", (route) => route.abort());
  await send.click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expectRoomy(page, "contact failed");
  await page.unroute("**/api/sheets/**");
  await send.click();
  await expect(said(page, contactTexts.sent)).toBeVisible();
  await page.getByRole("contentinfo").locator("input[type=email]").fill("ada@example.com");
  await subscribe.click();
  await expect(subscribe).toHaveCount(0);
  await expectRoomy(page, "contact sent");
});

test("the consent banner for analytics has room for longer text", async ({ page }) => {
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '"analytics":null',
      '"analytics":{"endpoint":"/count","writeKey":"example-write-key"}',
    );
    await route.fulfill({ response, body });
  });
  await page.goto("/");
  await expect(page.locator("[data-consent]")).toBeVisible();
  await expectRoomy(page, "page views");
});
