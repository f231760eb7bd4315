import { signUp } from "@tallybin/identity";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { useSession } from "../../src/identity/state/use-session.ts";
import { EmailSection } from "../../src/pages/settings/email/email-section.tsx";
import { FactorsSection } from "../../src/pages/settings/factors/factors-section.tsx";
import { PasswordSection } from "../../src/pages/settings/password/password-section.tsx";
import { settingsTexts } from "../../src/pages/settings/section/settings-texts.tsx";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { only, render, settle, texts, type } from "./support/render.tsx";

const PASSWORD = "correct horse";
const local = stubLocalServices();
let accounts = 0;

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
});
beforeEach(async () => {
  accounts += 1;
  await signUp(await identityClient(), { email: `ada${accounts}@example.com`, password: PASSWORD });
  local.requests.length = 0;
});
afterEach(async () => {
  signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
});

function Sections() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <>
      <EmailSection user={session.user} />
      <PasswordSection user={session.user} />
    </>
  );
}
const field = (name: string) => only<HTMLInputElement>(`input[name=${name}]`);
const press = (name: string) =>
  settle(() => only<HTMLButtonElement>("button[type=submit]", field(name).form ?? undefined).click());
const said = (text: string) => until(() => expect(texts("[role=status]").join()).toContain(text));
const updated = () => until(() => expect(local.sent("accounts:update").length).toBeGreaterThan(0));

test("an address typed while another address is being saved stays in the field", async () => {
  await render(<Sections />);
  const release = local.hold("accounts:update");
  await type(field("email"), `grace${accounts}@example.com`);
  await press("email");
  await updated();
  await type(field("email"), "barbara@example.com");
  release();
  await said(`Your address is now grace${accounts}@example.com`);
  expect(field("email").value).toBe("barbara@example.com");
});

test("the email field is empty after its address is saved", async () => {
  await render(<Sections />);
  await type(field("email"), `grace${accounts}@example.com`);
  await press("email");
  await said(`Your address is now grace${accounts}@example.com`);
  expect(field("email").value).toBe("");
});

const typePasswords = async (password: string) => {
  await type(field("current"), PASSWORD);
  await type(field("password"), password);
  await type(field("confirm"), password);
};
const passwords = () => ["current", "password", "confirm"].map((name) => field(name).value);

test("a password typed while another password is being saved stays in the field", async () => {
  await render(<Sections />);
  const release = local.hold("accounts:update");
  await typePasswords("a horse of mine");
  await press("password");
  await updated();
  await type(field("password"), "the next horse");
  release();
  await said("Your password has been changed");
  expect(field("password").value).toBe("the next horse");
});

test("the password fields are empty after the password is saved", async () => {
  await render(<Sections />);
  await typePasswords("a horse of mine");
  await press("password");
  await said("Your password has been changed");
  expect(passwords()).toEqual(["", "", ""]);
});

test("a user without an email address who sets up two-step verification is asked to add an address", async () => {
  const NoAddress = () => {
    const session = useSession();
    return session.status === "signed-in" && <FactorsSection user={{ ...session.user, email: undefined }} />;
  };
  await render(<NoAddress />);
  const [start] = [...document.querySelectorAll("button")].filter(
    ({ textContent }) => textContent === settingsTexts.factors.setUpApp,
  );
  await settle(() => start?.click());
  await until(() => expect(texts("[role=alert] p")).toEqual([settingsTexts.factors.needsEmail]));
});
