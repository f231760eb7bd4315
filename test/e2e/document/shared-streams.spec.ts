import type { APIRequestContext, Page, Request } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { openSession } from "../session.ts";
import { createAccount, watchRequests } from "../support.ts";

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

test("ten visible tabs of one browser share its HTTP/1.1 connections and stay current, and a closing tab passes its stream on", async ({
  page,
  context,
  request,
}) => {
  const { localId } = await createAccount(request, newPerson());
  await openSession(page, request, localId, "/dashboard");
  await write(request, localId, "Ada");
  await expect(heading(page)).toHaveText("Hello, Ada");
  const tabs = [page];
  const streams: Request[][] = [];
  for (let opened = 1; opened < TABS; opened += 1) {
    const tab = await context.newPage();
    streams.push(watchStreams(tab));
    await tab.goto("/dashboard");
    await expect(heading(tab)).toHaveText("Hello, Ada");
    tabs.push(tab);
  }
  const become = async (name: string) => {
    await write(request, localId, name);
    for (const tab of tabs) await expect(heading(tab)).toHaveText(`Hello, ${name}`);
  };
  await become("Grace");
  await become("Barbara");
  const streaming = () => streams.filter((own) => own.length > 0).length;
  expect(streaming(), "beside the first tab").toBe(2);
  await tabs.shift()?.close();
  await expect.poll(streaming).toBe(3);
  await become("Edith");
  // A page and its resources still get connections.
  const last = tabs[tabs.length - 1];
  await last?.reload();
  if (last) await expect(heading(last)).toHaveText("Hello, Edith");
});
