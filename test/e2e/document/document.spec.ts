import type { APIRequestContext, Page } from "@playwright/test";
import { card } from "../account/support.ts";
import { expect, newPerson, test } from "../customer.ts";
import { openSession } from "../session.ts";
import { accountMenu, fillSignUp } from "../support.ts";

const USERS = "/v1/projects/demo-project/databases/(default)/documents/users";
const owner = { authorization: "Bearer owner" };

type Stored = { name: string; fields?: Record<string, { stringValue: string }> };

/** A user's stored document, read past every rule. */
const storedOf = async (request: APIRequestContext, email: string): Promise<Stored | undefined> => {
  const response = await request.get(USERS, { headers: owner });
  const { documents = [] } = (await response.json()) as { documents?: Stored[] };
  return documents.find(({ fields }) => fields?.["email"]?.stringValue === email);
};

/** Writes like a server, for example the workbench. */
const rename = async (request: APIRequestContext, email: string, name: string) => {
  const stored = await storedOf(request, email);
  const response = await request.patch(`/v1/${stored?.name}?updateMask.fieldPaths=name`, {
    headers: owner,
    data: { fields: { name: { stringValue: name } } },
  });
  expect(response.status()).toBe(200);
};

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** Starts to wait in the page for a text; the returned function resolves to the time when it appeared. */
const awaitText = async (page: Page, text: string) => {
  const waiting = await page.evaluateHandle((awaited) => {
    const seen = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (document.body.textContent?.includes(awaited)) resolve(performance.timeOrigin + performance.now());
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { seen };
  }, text);
  return () => waiting.evaluate(({ seen }) => seen);
};

test("the first sign-up stores only the email address in the user document", async ({ page, request }) => {
  const person = newPerson();
  await page.goto("/auth/signup");
  await fillSignUp(page, person);
  await expect(page).toHaveURL("/dashboard");
  await expect
    .poll(async () => (await storedOf(request, person.email))?.fields)
    .toEqual({ email: { stringValue: person.email } });
});

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("a change by the site or by another client appears on the user's other device @cross-origin", async ({
    page,
    browser,
    customer,
    request,
    baseURL,
  }) => {
    const second = await browser.newPage(baseURL === undefined ? {} : { baseURL });
    await openSession(second, request, customer.uid, "/dashboard");
    await expect(second.getByText("None", { exact: true })).toBeVisible();

    await page.goto("/settings/general");
    await card(page, "Profile").getByLabel("Name", { exact: true }).fill("Ada Moved");
    await card(page, "Profile").getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByText("Your profile is saved.")).toBeVisible();
    await expect(heading(second)).toHaveText("Hello, Ada Moved");

    const seenAt = await awaitText(second, "Hello, Grace");
    const changedAt = Date.now();
    await rename(request, customer.email, "Grace");
    await expect(heading(second)).toHaveText("Hello, Grace");
    console.log(
      `a change made elsewhere was on the page after ${Math.round((await seenAt()) - changedAt)} ms`,
    );
    await second.close();
  });

  test("failures of the document service cause no request to another host", async ({
    page,
    failures,
    context,
    baseURL,
  }) => {
    const hosts = new Set<string>();
    context.on("request", (sent) => hosts.add(new URL(sent.url()).origin));
    for (const kind of ["offline", "html", "cut", "malformed-json"] as const) {
      await failures.add({ endpoint: "documents:*", fault: { kind } });
      await page.goto("/dashboard");
      await expect(accountMenu(page)).toBeVisible();
      await failures.clear();
    }
    await context.setOffline(true);
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByText("None", { exact: true })).toBeVisible();
    expect([...hosts]).toEqual([new URL(baseURL ?? "").origin]);
  });
});
