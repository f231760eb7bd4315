import type { APIRequestContext, Page } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { openSession } from "../session.ts";
import { accountMenu, createAccount, watchRequests } from "../support.ts";

const TABS = 10;
const owner = { authorization: "Bearer owner" };

const write = async (request: APIRequestContext, uid: string, name: string) => {
  const path = `/v1/projects/demo-project/databases/(default)/documents/users/${uid}`;
  const response = await request.patch(`${path}?updateMask.fieldPaths=name`, {
    headers: owner,
    data: { fields: { name: { stringValue: name } } },
  });
  expect(response.status()).toBe(200);
};
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The requests of a tab that stay open for changes, so far. */
const watchStreams = (page: Page) =>
  watchRequests(page, (sent) => new URL(sent.url()).searchParams.get("RID") === "rpc");

test("ten visible tabs of one browser share its HTTP/1.1 connections and stay current", async ({
  page,
  context,
  request,
}) => {
  const { localId } = await createAccount(request, newPerson());
  await openSession(page, request, localId, "/dashboard");
  await write(request, localId, "Ada");
  await expect(heading(page)).toHaveText("Hello, Ada");
  const tabs = [page];
  for (let opened = 1; opened < TABS; opened += 1) {
    const tab = await context.newPage();
    await tab.goto("/dashboard");
    await expect(heading(tab)).toHaveText("Hello, Ada");
    tabs.push(tab);
  }
  for (const name of ["Grace", "Barbara"]) {
    await write(request, localId, name);
    for (const tab of tabs) await expect(heading(tab)).toHaveText(`Hello, ${name}`);
  }
  // A page and its resources still get connections.
  await tabs[TABS - 1]?.reload();
  await expect(heading(page)).toHaveText("Hello, Barbara");
});

test("a closing tab passes its stream to a tab that has no stream", async ({ page, context, request }) => {
  const { localId } = await createAccount(request, newPerson());
  await openSession(page, request, localId, "/dashboard");
  const tabs = [page];
  for (let opened = 1; opened < 4; opened += 1) tabs.push(await context.newPage());
  const [first, second, third, last] = tabs as [Page, Page, Page, Page];
  for (const tab of [second, third]) {
    const streams = watchStreams(tab);
    await tab.goto("/dashboard");
    await expect.poll(() => streams.length).toBeGreaterThan(0);
  }
  const streams = watchStreams(last);
  await last.goto("/dashboard");
  await expect(accountMenu(last)).toBeVisible();
  await write(request, localId, "Ada");
  await expect(heading(last)).toHaveText("Hello, Ada");
  expect(streams).toEqual([]);
  await first.close();
  await expect.poll(() => streams.length).toBeGreaterThan(0);
  await write(request, localId, "Grace");
  await expect(heading(last)).toHaveText("Hello, Grace");
});
