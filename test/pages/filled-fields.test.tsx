import { signUp } from "@tallybin/identity";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { App } from "../../src/app/app.tsx";
import { createFixedLocation } from "../../src/app/navigation.ts";
import { routeAt } from "../../src/app/routes.ts";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { PasswordSection } from "../../src/pages/settings/password/password-section.tsx";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { only, render, settle } from "./support/render.tsx";

const local = stubLocalServices();
const EMAIL = "ada@example.com";
const PASSWORD = "example-correct-horse";

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
});
const leave = async () => {
  if (sessionStore.getState().status === "signed-in") signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
};
beforeEach(async () => {
  await leave();
  local.services.reset();
  local.requests.length = 0;
});
afterEach(leave);

const open = async (path: string) => {
  await routeAt(path).page.load();
  await render(<App location={createFixedLocation(path)} origin="https://tallybin.example" />);
};
/** Fills in a field like a password manager: no event tells the page. */
const fill = (name: string, value: string) => {
  only<HTMLInputElement>(`main [name=${name}]`).value = value;
};
const submit = (name: string) =>
  settle(() => only<HTMLInputElement>(`main [name=${name}]`).form?.requestSubmit());
const sent = (path: string) => local.sent(path).map(({ body }) => JSON.parse(body));

test.each([
  { path: "/auth/signin", to: "accounts:signInWithPassword", names: ["pass"] },
  { path: "/auth/signup", to: "accounts:signUp", names: ["pass", "confirmPass"] },
])(
  "the form of $path sends what a password manager filled in without an event",
  async ({ path, to, names }) => {
    await open(path);
    fill("email", EMAIL);
    for (const name of names) fill(name, PASSWORD);
    await submit("email");
    await until(() => expect(sent(to)).toMatchObject([{ email: EMAIL, password: PASSWORD }]));
  },
);

test("the form for a reset sends an address that was filled in without an event", async () => {
  await open("/auth/forgotpass");
  fill("email", EMAIL);
  await submit("email");
  await until(() => expect(sent("accounts:sendOobCode")).toMatchObject([{ email: EMAIL }]));
});

test("the settings change a password that was filled in without an event", async () => {
  await signUp(await identityClient(), { email: EMAIL, password: PASSWORD });
  await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
  const session = sessionStore.getState();
  await render(<main>{session.status === "signed-in" && <PasswordSection user={session.user} />}</main>);
  fill("current", PASSWORD);
  for (const name of ["password", "confirm"]) fill(name, "another-correct-horse");
  await submit("current");
  await until(() => expect(sent("accounts:update")).toMatchObject([{ password: "another-correct-horse" }]));
});

test("the contact form sends what was filled in without an event", async () => {
  await open("/contact");
  await submit("email");
  await until(() => expect(document.activeElement?.getAttribute("name")).toBe("email")); // the code has loaded
  fill("name", "Ada");
  fill("email", EMAIL);
  fill("message", "Two trucks.");
  await submit("email");
  await until(() => expect(sent("contact")).toEqual([[["Ada", EMAIL, "Two trucks."]]]));
});
