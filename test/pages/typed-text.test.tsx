import { describe, expect, test, vi } from "vitest";
import { mergeProfile } from "../../src/account/profile.ts";
import { ContactForm } from "../../src/contact/contact-panel.tsx";
import { CodeForm } from "../../src/identity/second-factor/second-factor-panel.tsx";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { NewsletterForm } from "../../src/newsletter/newsletter-form.tsx";
import { DeleteSection } from "../../src/pages/settings/deletion/delete-section.tsx";
import { EmailSection } from "../../src/pages/settings/email/email-section.tsx";
import { FactorOffers } from "../../src/pages/settings/factors/factors-section.tsx";
import { ProfileSection } from "../../src/pages/settings/profile/profile-section.tsx";
import {
  field,
  only,
  pressButton,
  problems,
  render,
  settle,
  submit,
  texts,
  type,
} from "./support/render.tsx";
import { ADA, ForUser, leave, open, signUpAda, signUpAs, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

// The parsers' own tests have every spelling and every problem. Each form has one text of either kind.
/** One of the ways to paste `ada@xn--mnchen-3ya.example`. */
const PASTE = "\u200eada@münchen.example";
const ADDRESS = "ada@xn--mnchen-3ya.example";
const PROBLEM = ["ada lovelace@example.com", "There is a space in this address"] as const;

const local = startSite({ sms: "local" });
const sentEmails = (path: string) => local.sent(path).map(({ body }) => JSON.parse(body).email);
/** Fills in the email field of the page's form, and the fields for a password, and submits the form. */
const submitMain = async (typed: string, passwords: readonly string[] = []) => {
  const email = only<HTMLInputElement>("main [name=email]");
  await type(email, typed);
  for (const name of passwords) await type(field(name), ADA.password);
  await settle(() => email.form?.requestSubmit());
};

describe.each([
  {
    path: "/auth/signup",
    calls: "accounts:signUp",
    passwords: ["pass", "confirmPass"],
  },
  {
    path: "/auth/signin",
    calls: "accounts:signInWithPassword",
    passwords: ["pass"],
  },
  {
    path: "/auth/forgotpass",
    calls: "accounts:sendOobCode",
    passwords: [],
  },
])("the form of $path", ({ path, calls, passwords }) => {
  test("the form sends the one address of the mailbox", async () => {
    await open(path);
    await submitMain(PASTE, passwords);
    await until(() => expect(sentEmails(calls)).toEqual([ADDRESS]));
    if (path === "/auth/signup") await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
  });

  test("the form sends nothing for an invalid address, and names the problem", async () => {
    await open(path);
    await submitMain(PROBLEM[0], passwords);
    await until(() => expect(problems("main")).toContain(PROBLEM[1]));
    expect(local.sent(calls)).toEqual([]);
  });
});

test("the page of a requested password shows the address with its domain as typed", async () => {
  await signUpAs(ADDRESS);
  await leave();
  await open("/auth/forgotpass");
  await submitMain("\u200eAda <ada@münchen.example>");
  await until(() => expect(texts("main").join()).toContain("If ada@münchen.example has an account"));
});

/** Submits the page's form with invalid addresses. The form names the problem, marks the field and focuses it. */
const expectRefusals = async () => {
  for (const [wrong, problem] of [
    PROBLEM,
    ["nope", "There is no @ in this address"],
    ["ada@", "There is no domain, such as example.com, after the @ in this address"],
    ["@example.com", "There is nothing before the @ in this address"],
  ] as const) {
    await type(field("email"), wrong);
    await submit("email");
    await until(() => expect(problems()).toContain(problem));
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("email"));
  }
};

test("the newsletter form sends the one address of the mailbox, and nothing for an invalid address", async () => {
  await render(<NewsletterForm />);
  await expectRefusals();
  await type(field("email"), PASTE);
  expect(problems()).toEqual([]);
  await submit("email");
  await until(() => expect(sentEmails("newsletter")).toEqual([ADDRESS]));
});

test("the contact form sends the one address of the mailbox, nothing for an invalid address, and is cleared", async () => {
  await render(<ContactForm />);
  await expectRefusals();
  await type(field("email"), PASTE);
  await type(field("message"), "Do you measure glass?");
  await type(field("name"), "\u200eAda 👩‍🔬 Lovelace");
  await submit("email");
  await until(() => expect(local.sent("contact")).toHaveLength(1));
  expect(JSON.parse(local.sent("contact")[0]?.body ?? "")).toEqual([
    ["\u200eAda 👩‍🔬 Lovelace", ADDRESS, "Do you measure glass?"],
  ]);
  await until(() => expect(field("email").value).toBe(""));
});

test.each([PROBLEM, ["  ", "Please enter an email address"] as const])(
  "the page of a sign-in link sends nothing for %j, and says: %s",
  async (typed, problem) => {
    await open("/firebase-action?mode=signIn&oobCode=some");
    await submitMain(typed);
    await until(() => expect(problems("main")).toEqual([problem]));
    expect(local.sent("accounts:signInWithEmailLink")).toEqual([]);
  },
);

test("the page of a sign-in link sends the one address of the mailbox", async () => {
  await open("/firebase-action?mode=signIn&oobCode=some");
  await submitMain(PASTE);
  await until(() => expect(sentEmails("accounts:signInWithEmailLink")).toEqual([ADDRESS]));
});

describe("in the settings", () => {
  const emailForm = <ForUser>{(user) => <EmailSection user={user} />}</ForUser>;
  const deletionForm = <ForUser>{(user) => <DeleteSection user={user} />}</ForUser>;
  const profileForm = (
    <ForUser>{(user) => <ProfileSection profile={mergeProfile(user, { status: "none" }, {})} />}</ForUser>
  );

  test.each([PASTE, "ada@XN--MNCHEN-3YA.example"])(
    "the email form saves the one address of the mailbox for %j, and shows it as typed",
    async (typed) => {
      await signUpAda();
      await render(emailForm);
      await type(field("email"), typed);
      await submit("email");
      await until(() => expect(sentEmails("accounts:update")).toEqual([ADDRESS]));
      const shown = /xn--/i.test(typed) ? typed : /ada@m\u00fcnchen[.。]example/;
      await until(() => expect(texts("[role=status]").join()).toMatch(shown));
      await until(() => expect(field("email").value).toBe(""));
    },
  );

  test("the email form says that the address of the account is the address already", async () => {
    await signUpAs(ADDRESS);
    await render(emailForm);
    await type(field("email"), PASTE);
    await submit("email");
    await until(() => expect(problems()).toEqual(["This is your address already"]));
    expect(local.sent("accounts:update")).toEqual([]);
  });

  test("the email form sends nothing for an invalid address, and names the problem", async () => {
    await signUpAda();
    await render(emailForm);
    await type(field("email"), PROBLEM[0]);
    await submit("email");
    await until(() => expect(problems()).toEqual([PROBLEM[1]]));
    expect(local.sent("accounts:update")).toEqual([]);
  });

  test("the form for a deletion takes another spelling for the address of the account", async () => {
    await signUpAs(ADDRESS);
    await render(deletionForm);
    await type(field("delete-confirmation"), "ada@example.com");
    await submit("delete-confirmation");
    expect(problems()).toHaveLength(1);
    await type(field("delete-confirmation"), PASTE);
    expect(problems()).toEqual([]);
  });

  test.each([
    { typed: "tel:+1-555-010-0001", sent: [[{ ask: "phone", phoneNumber: "+15550100001" }]], problem: /^$/ },
    { typed: "", sent: [], problem: /with its country code/ },
    { typed: "+1 555", sent: [], problem: /digits missing/ },
  ])("the form for a phone reads $typed as $sent", async ({ typed, sent, problem }) => {
    const start = vi.fn();
    await render(
      <FactorOffers
        user={{ uid: "ada", enrolledFactors: [] }}
        request={{ isBusy: false, latest: undefined, start }}
      />,
    );
    await type(field("phone"), typed);
    await submit("phone");
    expect(problems().join()).toMatch(problem);
    expect(start.mock.calls).toEqual(sent);
  });

  test("the profile form saves name and picture address as typed, without the space around them", async () => {
    const name = "Ｎｏｒｉｋｏ ①\u00a0مریم‌نامه 👩‍🔬";
    const picture = "https://münchen.example/ａ%20b.png?size=２#x";
    await signUpAda();
    await render(profileForm);
    await type(field("name"), `  ${name} `);
    await type(field("picture"), `\ufeff${picture}\u00a0`);
    await submit("name");
    await until(() =>
      expect(local.sent("accounts:update").map(({ body }) => JSON.parse(body))).toMatchObject([
        { displayName: name, photoUrl: picture },
      ]),
    );
  });
});

test.each([
  { typed: "Your code is 123456.", sent: [["123456"]], problemCount: 0 },
  { typed: "my code", sent: [], problemCount: 1 },
])("a form for a code reads $typed as $sent", async ({ typed, sent, problemCount }) => {
  const onSubmit = vi.fn();
  await render(
    <CodeForm
      label="Code"
      button="Confirm"
      progress={{ status: "idle", runNumber: 0 }}
      onSubmit={onSubmit}
    />,
  );
  await type(field("code"), typed);
  await pressButton("Confirm");
  expect(problems()).toHaveLength(problemCount);
  expect(onSubmit.mock.calls).toEqual(sent);
});
