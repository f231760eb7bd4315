import { beforeEach, expect, test } from "vitest";
import { NewBrowserAlerts } from "../../src/account/account-alerts.tsx";
import { answerFirst, pathOf } from "./support/local.ts";
import { pressButton, render, shows } from "./support/render.tsx";
import { ForUser, signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const notice = (id: string, browser: string | null) => ({
  id,
  browser,
  system: null,
  at: "2026-01-02T03:04:00.000Z",
});
const server = {
  notices: [notice("one", "Safari"), notice("two", null)],
  answers: [] as unknown[],
  asked: false,
  status: 200,
};

startSite({ sessions: "server" });
answerFirst(async (request) => {
  const path = pathOf(request);
  if (path === "/api/session") return Response.json({ session: "session-of-this-browser" });
  if (path !== "/api/account/notices") return undefined;
  const { status } = server;
  server.asked = true;
  if (request.method === "POST" && status === 200) server.answers.push(await request.json());
  return Response.json({ status: "success", code: "ok", message: "", data: server }, { status });
});
beforeEach(async () => {
  Object.assign(server, { answers: [], status: 200, asked: false });
  await signUpAda();
});

const alerts = <ForUser>{(user) => <NewBrowserAlerts user={user} />}</ForUser>;
const isGone = (text: string) => until(() => expect(document.body.textContent).not.toContain(text));

test("a notice about a new browser names the browser and the time, and disappears when the user recognizes it", async () => {
  await render(alerts);
  await shows("signed in: Safari, Jan 2, 2026");
  await shows("signed in: An unknown browser, ");
  await pressButton("It was me");
  await isGone("Safari");
  expect(server.answers).toEqual([{ id: "one", isKnown: true }]);
  expect(document.body.textContent).not.toContain("signed out");
});

test("a user who does not recognize a new browser signs it out and is led to the password form", async () => {
  await render(alerts);
  await shows("signed in: Safari");
  await pressButton("This wasn’t me");
  await shows("That browser is signed out. Now change your password.");
  expect(server.answers).toEqual([{ id: "one", isKnown: false }]);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/settings/general#password");
});

test("a notice about a new browser stays, with an error message, if the user's answer cannot be sent", async () => {
  await render(alerts);
  await shows("signed in: Safari");
  server.status = 503;
  await pressButton("This wasn’t me");
  await shows("We couldn’t do that right now. Please try again shortly.");
  expect(document.body.textContent).toContain("signed in: Safari");
});

test("the page shows no notice about new browsers if the notices cannot be read", async () => {
  server.status = 503;
  await render(alerts);
  await until(() => expect(server.asked).toBe(true));
  expect(document.body.textContent).toBe("");
});
