import { beforeEach, expect, test } from "vitest";
import { EmailSection } from "../../src/pages/settings/email/email-section.tsx";
import { FactorsSection } from "../../src/pages/settings/factors/factors-section.tsx";
import { PasswordSection } from "../../src/pages/settings/password/password-section.tsx";
import { factorTexts } from "../../src/pages/settings/section/settings-texts.tsx";
import { field, pressButton, problems, render, submit, texts, type } from "./support/render.tsx";
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

test("an address typed while another address is being saved stays in the field, which is empty once its own address is saved", async () => {
  await render(sections);
  const release = local.hold("accounts:update");
  await type(field("email"), `grace@example.com`);
  await submit("email");
  await updated();
  await type(field("email"), "barbara@example.com");
  release();
  await said(`Your address is now grace@example.com`);
  expect(field("email").value).toBe("barbara@example.com");
  await submit("email");
  await said("Your address is now barbara@example.com");
  expect(field("email").value).toBe("");
});

const typePasswords = async (password: string) => {
  await type(field("current"), ADA.password);
  await type(field("password"), password);
  await type(field("confirm"), password);
};

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

test("a user without an email address who sets up two-step verification is asked to add an address", async () => {
  await render(<ForUser>{(user) => <FactorsSection user={{ ...user, email: undefined }} />}</ForUser>);
  await pressButton(factorTexts.setUpApp);
  await until(() => expect(texts("[role=alert] p")).toEqual([factorTexts.needsEmail]));
});

test("where a project protects its addresses, the new address gets a mail with a link", async () => {
  await render(sections);
  const fault = { kind: "error", word: "OPERATION_NOT_ALLOWED" } as const;
  local.services.failures.add({ endpoint: "accounts:update", fault, times: 1 });
  await type(field("email"), "grace@example.com");
  await submit("email");
  await said("We’ve sent an email to grace@example.com. Your address changes once you open the link in it.");
  expect(local.services.outbox.list({ type: "VERIFY_AND_CHANGE_EMAIL" })).toMatchObject([
    { to: "grace@example.com" },
  ]);
});

test("the password form reports empty and unequal fields under each field", async () => {
  await render(sections);
  await submit("password");
  const empty = "Please enter a password";
  await until(() => expect(problems()).toEqual([empty, empty, "Please enter your password again"]));
  expect(document.activeElement).toBe(field("current"));
  await type(field("password"), "one");
  await type(field("confirm"), "two");
  await until(() => expect(problems()).toEqual([empty, "This doesn't match your password"]));
});

test("text that the user removes again does not count as unsaved text", async () => {
  await render(sections);
  await type(field("email"), "a");
  await until(() => expect(sessionStorage.getItem("unsaved-text")).not.toBeNull());
  await type(field("email"), "");
  await until(() => expect(sessionStorage.getItem("unsaved-text")).toBeNull());
});
