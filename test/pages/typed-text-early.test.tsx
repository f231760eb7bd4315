import { expect, test } from "vitest";
import { contactForm } from "../../src/contact/contact-action.ts";
import { resetForm, signInForm, signUpForm } from "../../src/identity/methods/auth-forms.ts";
import { pressForm } from "../../src/lib/early-press.ts";
import { newsletterForm } from "../../src/newsletter/subscribe.ts";
import { put } from "./support/render.tsx";
import { ADA, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

// A hydrated form takes over what has begun before it, so no test of this file renders one.

const PASTE = "\u200eada@münchen.example";
const ADDRESS = "ada@xn--mnchen-3ya.example";
const INVALID = "ada lovelace@example.com";
const local = startSite();

/** A prerendered form with these texts in its fields. */
const putForm = (typed: Readonly<Record<string, string>>): HTMLFormElement => {
  const form = document.body.appendChild(document.createElement("form"));
  for (const [name, text] of Object.entries(typed))
    put(form.appendChild(Object.assign(document.createElement("input"), { name })), text);
  return form;
};

test.each([
  {
    form: "sign-in",
    early: signInForm,
    calls: "accounts:signInWithPassword",
    others: { pass: ADA.password },
  },
  { form: "subscription", early: newsletterForm, calls: "newsletter", others: {} },
  { form: "reset", early: resetForm, calls: "accounts:sendOobCode", others: {} },
  {
    form: "sign-up",
    early: signUpForm,
    calls: "accounts:signUp",
    others: { pass: ADA.password, confirmPass: ADA.password },
  },
])(
  "a $form before the form is hydrated sends the one address of the mailbox, and nothing for an invalid one",
  async ({ early, calls, others }) => {
    for (const typed of [INVALID, PASTE]) await pressForm(early, putForm({ email: typed, ...others }));
    await until(() => expect(local.sent(calls).map(({ body }) => JSON.parse(body).email)).toEqual([ADDRESS]));
  },
);

test("a contact message before the form is hydrated has the one address of the mailbox, and is not sent with an invalid one", async () => {
  for (const typed of [INVALID, PASTE])
    await pressForm(contactForm, putForm({ message: "Two trucks.", email: typed, name: "Ada" }));
  await until(() =>
    expect(local.sent("contact").map(({ body }) => JSON.parse(body))).toEqual([
      [["Ada", ADDRESS, "Two trucks."]],
    ]),
  );
});
