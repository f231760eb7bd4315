import { beforeEach, expect, test } from "vitest";
import { EmailSection } from "../../src/pages/settings/email/email-section.tsx";
import { FactorsSection } from "../../src/pages/settings/factors/factors-section.tsx";
import { PasswordSection } from "../../src/pages/settings/password/password-section.tsx";
import { settingsTexts } from "../../src/pages/settings/section/settings-texts.tsx";
import { field, pressButton, render, submit, texts, type } from "./support/render.tsx";
import { ADA, ForUser, signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const local = startSite();
beforeEach(async () => {
  await signUpAda();
  local.requests.length = 0;
});

const sections = (
  <ForUser>
    {(user) => (
      <>
        <EmailSection user={user} />
        <PasswordSection user={user} />
      </>
    )}
  </ForUser>
);
const said = (text: string) => until(() => expect(texts("[role=status]").join()).toContain(text));
const updated = () => until(() => expect(local.sent("accounts:update").length).toBeGreaterThan(0));

test("an address typed while another address is being saved stays in the field", async () => {
  await render(sections);
  const release = local.hold("accounts:update");
  await type(field("email"), `grace@example.com`);
  await submit("email");
  await updated();
  await type(field("email"), "barbara@example.com");
  release();
  await said(`Your address is now grace@example.com`);
  expect(field("email").value).toBe("barbara@example.com");
});

test("the email field is empty after its address is saved", async () => {
  await render(sections);
  await type(field("email"), `grace@example.com`);
  await submit("email");
  await said(`Your address is now grace@example.com`);
  expect(field("email").value).toBe("");
});

const typePasswords = async (password: string) => {
  await type(field("current"), ADA.password);
  await type(field("password"), password);
  await type(field("confirm"), password);
};
const passwords = () => ["current", "password", "confirm"].map((name) => field(name).value);

test("a password typed while another password is being saved stays in the field", async () => {
  await render(sections);
  const release = local.hold("accounts:update");
  await typePasswords("a horse of mine");
  await submit("password");
  await updated();
  await type(field("password"), "the next horse");
  release();
  await said("Your password has been changed");
  expect(field("password").value).toBe("the next horse");
});

test("the password fields are empty after the password is saved", async () => {
  await render(sections);
  await typePasswords("a horse of mine");
  await submit("password");
  await said("Your password has been changed");
  expect(passwords()).toEqual(["", "", ""]);
});

test("a user without an email address who sets up two-step verification is asked to add an address", async () => {
  await render(<ForUser>{(user) => <FactorsSection user={{ ...user, email: undefined }} />}</ForUser>);
  await pressButton(settingsTexts.factors.setUpApp);
  await until(() => expect(texts("[role=alert] p")).toEqual([settingsTexts.factors.needsEmail]));
});
