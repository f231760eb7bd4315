import { signUp } from "@tallybin/identity";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { NewBrowserAlerts } from "../../src/account/new-browser-alert.tsx";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { useSession } from "../../src/identity/state/use-session.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { pressButton, render } from "./support/render.tsx";

stubLocalServices();
const services = globalThis.fetch;
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

beforeAll(() => {
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(input, window.location.href), init);
    const { pathname } = new URL(request.url);
    if (pathname === "/api/session") return Response.json({ session: "session-of-this-browser" });
    if (pathname !== "/api/account/notices") return services(input, init);
    const { status } = server;
    server.asked = true;
    if (request.method === "POST" && status === 200) server.answers.push(await request.json());
    return Response.json({ status: "success", code: "ok", message: "", data: server }, { status });
  });
  putConfig({ sessions: "server" });
  startSession(siteConfig(), { eager: true });
});

let accounts = 0;
beforeEach(async () => {
  accounts += 1;
  Object.assign(server, { answers: [], status: 200, asked: false });
  await signUp(await identityClient(), { email: `ada${accounts}@example.com`, password: "correct horse" });
});

function Alerts() {
  const session = useSession();
  return session.status === "signed-in" ? <NewBrowserAlerts user={session.user} /> : null;
}
const shows = (text: string) => until(() => expect(document.body.textContent).toContain(text));
const isGone = (text: string) => until(() => expect(document.body.textContent).not.toContain(text));

test("a notice about a new browser names the browser and the time, and disappears when the user recognizes it", async () => {
  await render(<Alerts />);
  await shows("signed in: Safari, Jan 2, 2026");
  await shows("signed in: An unknown browser, ");
  await pressButton("It was me");
  await isGone("Safari");
  expect(server.answers).toEqual([{ id: "one", isKnown: true }]);
  expect(document.body.textContent).not.toContain("signed out");
});

test("a user who does not recognize a new browser signs it out and is led to the password form", async () => {
  await render(<Alerts />);
  await shows("signed in: Safari");
  await pressButton("This wasn’t me");
  await shows("That browser is signed out. Now change your password.");
  expect(server.answers).toEqual([{ id: "one", isKnown: false }]);
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/settings/general#password");
});

test("a notice about a new browser stays, with an error message, if the user's answer cannot be sent", async () => {
  await render(<Alerts />);
  await shows("signed in: Safari");
  server.status = 503;
  await pressButton("This wasn’t me");
  await shows("We couldn’t do that right now. Please try again shortly.");
  expect(document.body.textContent).toContain("signed in: Safari");
});

test("the page shows no notice about new browsers if the notices cannot be read", async () => {
  server.status = 503;
  await render(<Alerts />);
  await until(() => expect(server.asked).toBe(true));
  expect(document.body.textContent).toBe("");
});
