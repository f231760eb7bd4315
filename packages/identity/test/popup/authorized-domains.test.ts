import { expect, test } from "vitest";
import { setUpPopup, withProvider } from "../support/popups.ts";

const projectCalls = ({ browser }: ReturnType<typeof setUpPopup>) =>
  browser.calls.filter(({ path }) => path === "/v1/projects");

test("the authorized domains are read once for all popups of a page", async () => {
  const page = setUpPopup();
  for (let opened = 0; opened < 3; opened += 1) {
    const outcome = await page.opened();
    await page.answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  }
  expect(projectCalls(page)).toHaveLength(1);
});

test("if reading the authorized domains fails, the next popup reads them again", async () => {
  const page = setUpPopup();
  page.browser.answerWith((call) => (call.path === "/v1/projects" ? "offline" : withProvider()(call)));
  const first = await page.opened();
  expect(first.error).toMatchObject({ code: "network-request-failed" });
  page.browser.answerWith(withProvider());
  const second = await page.opened();
  await page.answer();
  expect(second.user).toMatchObject({ uid: "alice" });
});
