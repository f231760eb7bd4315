import { mailedLink, pathOf } from "../account/support.ts";
import { expect, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { contact, newsletter, PUBLIC_PATHS } from "./support.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript, every public page shows its heading, its sign-in link and its footer", async ({
  page,
}) => {
  for (const path of PUBLIC_PATHS)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link", { name: "Customer Login" })).toBeVisible();
      await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" })).toBeVisible();
    });
});

test("without JavaScript, each account page shows its heading and its links, and says that it needs JavaScript", async ({
  page,
}) => {
  for (const [path, heading] of [
    ["/dashboard", "Hello"],
    ["/settings/general", "Settings"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    const reason = page.getByRole("main").locator("noscript p"); // a text locator omits this element
    await expect(reason).toHaveText("You need JavaScript for account pages.");
    await expect(reason).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Customer Login" })).toBeVisible();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  }
});

test("without JavaScript, a phone shows the links of the menu, and the contact form and the newsletter form are sent, and a page confirms each", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/contact");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Technology" })).toBeVisible();
  const { form } = contact(page);
  await form.getByLabel("Email").fill("alice@example.com");
  await form.getByLabel("Message").fill("Do you measure glass?");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message has been sent!");
  await page.getByRole("link").click();
  const { footer } = newsletter(page);
  await footer.getByLabel("Newsletter email").fill("bad");
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no @ in this address");
  await page.goBack();
  await footer.getByLabel("Newsletter email").fill("alice@example.com");
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are now subscribed!");
});

test("without JavaScript, a mailed link says what it does, and its one button does it", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const { actionLink } = await mailedLink(request, ada, "VERIFY_EMAIL");
  await page.goto(pathOf(actionLink));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verify your email address");
  await expect(page.getByRole("main")).toContainText(ada.email);
  await expect(page, "the address has no code").toHaveURL("/api/account/link");
  await page.getByRole("button").click();
  await expect(page.getByRole("main")).toContainText(
    "Your email has been verified. You may now close this window.",
  );
});
