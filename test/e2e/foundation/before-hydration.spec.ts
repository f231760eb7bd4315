import type { Page } from "@playwright/test";
import { addIcons, RENDERED_AGAIN, translate } from "../../support/page-changes.mjs";
import { holdScripts } from "../account/early.ts";
import { pathOf, resetMessage } from "../account/support.ts";
import { expect, test } from "../fixtures.ts";
import { paired } from "../matrix.ts";
import { contact } from "../public/support.ts";
import { newAccount } from "../session.ts";
import { emailField, expectHydrated } from "../support.ts";

// What other software does to a page between its first paint and its hydration.

/** What extensions do to a page. */
const changes = {
  "an icon beside each field": addIcons,
  "a wrapper around each field": () => {
    for (const field of document.querySelectorAll("input, textarea")) {
      const wrapper = document.createElement("div");
      field.replaceWith(wrapper);
      wrapper.append(field);
    }
  },
  "a translation": translate,
  "another heading": () => {
    const heading = document.querySelector("h1");
    if (heading) heading.textContent = "Something else";
  },
  "a button in the header": () => document.querySelector("header")?.prepend(document.createElement("button")),
};
type Change = keyof typeof changes;
const CHANGES = Object.keys(changes) as Change[];

test.use({ expectedReports: RENDERED_AGAIN });

/** Opens a page without its scripts, and changes it. Returns what releases the scripts. */
const openChanged = async (page: Page, path: string, change: Change) => {
  const { release } = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("footer form[data-hold]")).toBeVisible();
  await page.evaluate(changes[change]);
  if (change === "a translation") await expect(page.locator("h1 font font")).toHaveCount(1);
  return release;
};

const fieldsOf = (page: Page) => page.locator("input:visible, textarea:visible");
/** What each field has: its text, whether it has the focus, and the caret, which an email field does not tell. */
const statesOf = (page: Page) =>
  fieldsOf(page).evaluateAll((fields) =>
    fields.map((field) => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error();
      const hasFocus = field === document.activeElement;
      return { text: field.value, hasFocus, caret: hasFocus ? field.selectionStart : null };
    }),
  );

/** A page with forms, as its address; the one of a reset link needs a code. */
const pages: Record<string, (request: Parameters<typeof resetMessage>[0]) => Promise<string> | string> = {
  "/auth/signup": () => "/auth/signup",
  "/auth/signin": () => "/auth/signin",
  "/auth/forgotpass": () => "/auth/forgotpass",
  "/auth/changepass": async (request) => {
    const ada = await newAccount(request);
    return pathOf((await resetMessage(request, ada.email)).actionLink).replace(
      "/firebase-action",
      "/auth/changepass",
    );
  },
  "/contact": () => "/contact",
  "/about": () => "/about",
  "/": () => "/",
};

for (const [[place, change], [name, addressOf]] of paired([...CHANGES.entries()], Object.entries(pages)))
  test(`hydration of ${name} keeps typed texts, the focus and the caret after this change of the page: ${change}`, async ({
    page,
    request,
  }) => {
    const release = await openChanged(page, await addressOf(request), change);
    const fields = fieldsOf(page);
    const count = await fields.count();
    for (let each = 0; each < count; each += 1) await fields.nth(each).fill(`typed${each}@example.com`);
    const focused = fields.nth(place % count);
    await focused.focus();
    await focused.press("Home");
    await focused.press("ArrowRight");
    const before = await statesOf(page);
    release();
    await expectHydrated(page, "footer");
    await expect(page.locator("[data-hold]")).toHaveCount(0);
    expect(await statesOf(page)).toEqual(before);
    await page.keyboard.type("x");
    expect((await statesOf(page))[place % count]?.text).toContain("x");
  });

test("a click on a provider's button of a translated page before hydration opens the provider's window", async ({
  page,
}) => {
  const release = await openChanged(page, "/auth/signin", "a translation");
  await emailField(page).fill("ada@example.com");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  const opened = page.waitForEvent("popup");
  release();
  await (await opened).close();
  await expect(emailField(page)).toHaveValue("ada@example.com");
});

test("a press during the hydration of a translated page reaches the pressed button or field", async ({
  page,
}) => {
  for (const control of ["Send message", "Message"]) {
    const release = await openChanged(page, "/contact", "a translation");
    const { form } = contact(page);
    const pressed =
      control === "Message" ? form.getByLabel(control) : form.getByRole("button", { name: control });
    await pressed.hover();
    await page.mouse.down();
    release();
    await expectHydrated(page, "main");
    await page.mouse.up();
    if (control === "Message") await expect(pressed).toBeFocused();
    else await expect(form).toContainText("Please enter a message");
  }
});
