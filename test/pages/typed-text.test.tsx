import { signUp } from "@tallybin/identity";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { mergeProfile } from "../../src/account/profile.ts";
import { App } from "../../src/app/app.tsx";
import { createFixedLocation } from "../../src/app/navigation.ts";
import { routeAt } from "../../src/app/routes.ts";
import { CodeForm } from "../../src/components/second-factor/code-form.tsx";
import { siteConfig } from "../../src/config/site-config.ts";
import { contactForm } from "../../src/contact/contact-action.ts";
import { ContactForm } from "../../src/contact/contact-form.tsx";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { resetForm, signInForm, signUpForm } from "../../src/identity/methods/auth-forms.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { useSession } from "../../src/identity/state/use-session.ts";
import { pressForm } from "../../src/lib/early-press.ts";
import { NewsletterForm } from "../../src/newsletter/newsletter-form.tsx";
import { newsletterForm } from "../../src/newsletter/subscribe.ts";
import { DeleteSection } from "../../src/pages/settings/deletion/delete-section.tsx";
import { EmailSection } from "../../src/pages/settings/email/email-section.tsx";
import { FactorOffers } from "../../src/pages/settings/factors/factor-offers.tsx";
import { ProfileSection } from "../../src/pages/settings/profile/profile-section.tsx";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";
import { only, pressButton, problems, put, render, settle, texts, type } from "./support/render.tsx";

const PASSWORD = "example-correct-horse";
/** What people paste: each is the one mailbox `ada@xn--mnchen-3ya.example`. */
const PASTES = [
  "\u200eada@münchen.example",
  "\u2068ada@mu\u0308nchen.example\u2069",
  "mailto:ada@münchen.example?subject=Bins",
  '"Lovelace, Ada" <ada@münchen.example>;',
  "ａｄａ＠münchen。example",
  "ada@XN--MNCHEN-3YA.example",
  "\ufeffa\u200dda@mün\u00adchen.example.",
];
const ADDRESS = "ada@xn--mnchen-3ya.example";
const PROBLEMS = [
  ["ada lovelace@example.com", "There is a space in this address"],
  ["ada.example.com", "There is no @ in this address"],
  ["ada@example.com, bob@example.com", "There is more than one @ in this address"],
  ["ada@", "There is no domain, such as example.com, after the @ in this address"],
  ["ada@example,com", "There is a “,” in this address"],
  ["ada@example..com", "There is no domain, such as example.com, after the @ in this address"],
] as const;

const local = stubLocalServices();

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
});
const leave = async () => {
  if (sessionStore.getState().status === "signed-in") signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
};
beforeEach(async () => {
  await identityClient();
  await leave();
  local.services.reset();
  local.requests.length = 0;
});
afterEach(async () => {
  window.history.replaceState(null, "", "/");
  await leave();
});

const field = (name: string) => only<HTMLInputElement>(`[name=${name}]`);
const submit = (name: string) => settle(() => field(name).form?.requestSubmit());
const sentEmails = (path: string) => local.sent(path).map(({ body }) => JSON.parse(body).email);
const open = async (path: string) => {
  await routeAt(path).page.load();
  await render(<App location={createFixedLocation(path)} origin="https://tallybin.example" />);
};

// The sign-up has every text. The other forms share its parser, so each has one text of either kind.
const [PASTE = ""] = PASTES;
const PROBLEM = PROBLEMS[0];

// First, because a form takes over what has begun before it.
/** A prerendered form with these texts in its fields. */
const putForm = (typed: Readonly<Record<string, string>>): HTMLFormElement => {
  const form = document.body.appendChild(document.createElement("form"));
  for (const [name, text] of Object.entries(typed))
    put(form.appendChild(Object.assign(document.createElement("input"), { name })), text);
  return form;
};

test.each([
  { form: "sign-in", early: signInForm, calls: "accounts:signInWithPassword", others: { pass: PASSWORD } },
  { form: "subscription", early: newsletterForm, calls: "newsletter", others: {} },
  { form: "reset", early: resetForm, calls: "accounts:sendOobCode", others: {} },
  {
    form: "sign-up",
    early: signUpForm,
    calls: "accounts:signUp",
    others: { pass: PASSWORD, confirmPass: PASSWORD },
  },
])(
  "a $form before the form is hydrated sends the one address of the mailbox, and nothing for an invalid one",
  async ({ early, calls, others }) => {
    for (const typed of ["ada lovelace@example.com", PASTE])
      await pressForm(early, putForm({ email: typed, ...others }));
    await until(() => expect(sentEmails(calls)).toEqual([ADDRESS]));
  },
);

test("a contact message before the form is hydrated has the one address of the mailbox, and is not sent with an invalid one", async () => {
  for (const typed of ["ada lovelace@example.com", PASTE])
    await pressForm(contactForm, putForm({ message: "Two trucks.", email: typed, name: "Ada" }));
  await until(() =>
    expect(local.sent("contact").map(({ body }) => JSON.parse(body))).toEqual([
      [["Ada", ADDRESS, "Two trucks."]],
    ]),
  );
});

describe.each([
  {
    path: "/auth/signup",
    calls: "accounts:signUp",
    passwords: ["pass", "confirmPass"],
    pastes: PASTES,
    invalid: PROBLEMS,
  },
  {
    path: "/auth/signin",
    calls: "accounts:signInWithPassword",
    passwords: ["pass"],
    pastes: [PASTE],
    invalid: [PROBLEM],
  },
  {
    path: "/auth/forgotpass",
    calls: "accounts:sendOobCode",
    passwords: [],
    pastes: [PASTE],
    invalid: [PROBLEM],
  },
])("the form of $path", ({ path, calls, passwords, pastes, invalid }) => {
  const fill = async (typed: string) => {
    await type(only("main [name=email]"), typed);
    for (const name of passwords) await type(field(name), PASSWORD);
    await settle(() => only<HTMLInputElement>("main [name=email]").form?.requestSubmit());
  };

  test.each(pastes)("the form sends the one address of the mailbox for %j", async (typed) => {
    await open(path);
    await fill(typed);
    await until(() => expect(sentEmails(calls)).toEqual([ADDRESS]));
    if (path === "/auth/signup") await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
  });

  test.each(invalid)("the form sends nothing for %j, and says: %s", async (typed, problem) => {
    await open(path);
    await fill(typed);
    await until(() => expect(problems("main")).toContain(problem));
    expect(local.sent(calls)).toEqual([]);
  });
});

test("the page of a requested password shows the address with its domain as typed", async () => {
  await signUp(await identityClient(), { email: ADDRESS, password: PASSWORD });
  await leave();
  await open("/auth/forgotpass");
  await type(only("main [name=email]"), "\u200eAda <ada@münchen.example>");
  await settle(() => only<HTMLInputElement>("main [name=email]").form?.requestSubmit());
  await until(() => expect(texts("main").join()).toContain("If ada@münchen.example has an account"));
});

test.each([PASTE])("the newsletter form sends the one address of the mailbox for %j", async (typed) => {
  await render(<NewsletterForm />);
  await type(field("email"), typed);
  await submit("email");
  await until(() => expect(sentEmails("newsletter")).toEqual([ADDRESS]));
});

test.each([PASTE])(
  "the contact form sends the one address of the mailbox for %j, and is cleared",
  async (typed) => {
    await render(<ContactForm />);
    await type(field("email"), typed);
    await type(field("message"), "Do you measure glass?");
    await type(field("name"), "\u200eAda 👩‍🔬 Lovelace");
    await submit("email");
    await until(() => expect(local.sent("contact")).toHaveLength(1));
    expect(JSON.parse(local.sent("contact")[0]?.body ?? "")).toEqual([
      ["\u200eAda 👩‍🔬 Lovelace", ADDRESS, "Do you measure glass?"],
    ]);
    await until(() => expect(field("email").value).toBe(""));
  },
);

test.each([PROBLEM])("the newsletter form sends nothing for %j, and says: %s", async (typed, problem) => {
  await render(<NewsletterForm />);
  await type(field("email"), typed);
  await submit("email");
  await until(() => expect(problems()).toEqual([problem]));
  expect(local.sent("newsletter")).toEqual([]);
});

test.each([PROBLEM])("the contact form sends nothing for %j, and says: %s", async (typed, problem) => {
  await render(<ContactForm />);
  await type(field("email"), typed);
  await type(field("message"), "Hello");
  await submit("email");
  await until(() => expect(problems()).toEqual([problem]));
  expect(local.sent("contact")).toEqual([]);
});

test.each([PROBLEM, ["  ", "Please enter an email address"] as const])(
  "the page of a sign-in link sends nothing for %j, and says: %s",
  async (typed, problem) => {
    window.history.replaceState(null, "", "/firebase-action?mode=signIn&oobCode=some");
    await open("/firebase-action");
    await type(only("main [name=email]"), typed);
    await settle(() => only<HTMLInputElement>("main [name=email]").form?.requestSubmit());
    await until(() => expect(problems("main")).toEqual([problem]));
    expect(local.sent("accounts:signInWithEmailLink")).toEqual([]);
  },
);

test.each([PASTE])(
  "the page of a sign-in link sends the one address of the mailbox for %j",
  async (typed) => {
    window.history.replaceState(null, "", "/firebase-action?mode=signIn&oobCode=some");
    await open("/firebase-action");
    await type(only("main [name=email]"), typed);
    await settle(() => only<HTMLInputElement>("main [name=email]").form?.requestSubmit());
    await until(() => expect(sentEmails("accounts:signInWithEmailLink")).toEqual([ADDRESS]));
  },
);

describe("in the settings", () => {
  const signUpAs = async (email: string) => {
    await signUp(await identityClient(), { email, password: PASSWORD });
    local.requests.length = 0;
  };
  const Section = ({ of }: { of: "email" | "deletion" }) => {
    const session = useSession();
    if (session.status !== "signed-in") return null;
    return of === "email" ? <EmailSection user={session.user} /> : <DeleteSection user={session.user} />;
  };

  test.each([PASTE, "ada@XN--MNCHEN-3YA.example"])(
    "the email form saves the one address of the mailbox for %j, and shows it as typed",
    async (typed) => {
      await signUpAs("ada@example.com");
      await render(<Section of="email" />);
      await type(field("email"), typed);
      await submit("email");
      await until(() => expect(sentEmails("accounts:update")).toEqual([ADDRESS]));
      const shown = /xn--/i.test(typed) ? typed : /ada@m\u00fcnchen[.。]example/;
      await until(() => expect(texts("[role=status]").join()).toMatch(shown));
      await until(() => expect(field("email").value).toBe(""));
    },
  );

  test.each([PASTE])("the email form says that %j is the address of the account already", async (typed) => {
    await signUpAs(ADDRESS);
    await render(<Section of="email" />);
    await type(field("email"), typed);
    await submit("email");
    await until(() => expect(problems()).toEqual(["This is your address already"]));
    expect(local.sent("accounts:update")).toEqual([]);
  });

  test.each([PROBLEM])("the email form sends nothing for %j, and says: %s", async (typed, problem) => {
    await signUpAs("ada@example.com");
    await render(<Section of="email" />);
    await type(field("email"), typed);
    await submit("email");
    await until(() => expect(problems()).toEqual([problem]));
    expect(local.sent("accounts:update")).toEqual([]);
  });

  test.each([PASTE])("the form for a deletion takes %j for the address of the account", async (typed) => {
    await signUpAs(ADDRESS);
    await render(<Section of="deletion" />);
    await type(field("delete-confirmation"), "ada@example.com");
    await submit("delete-confirmation");
    expect(problems()).toHaveLength(1);
    await type(field("delete-confirmation"), typed);
    expect(problems()).toEqual([]);
  });

  test.each([
    ["\u202a+1 (555) 010-0001\u202c", "+15550100001"],
    ["+1–555–010–0001", "+15550100001"],
    ["00 1 555/0100001", "+15550100001"],
    ["＋１ ５５５ ０１０ ０００１", "+15550100001"],
    ["+١ ٥٥٥ ٠١٠ ٠٠٠١", "+15550100001"],
    ["tel:+1-555-010-0001", "+15550100001"],
  ])("the form for a phone reads %j as %s", async (typed, number) => {
    const onPhone = vi.fn();
    await render(
      <FactorOffers busy={false} running={undefined} offersPhone hasApp onApp={vi.fn()} onPhone={onPhone} />,
    );
    await type(field("phone"), typed);
    await submit("phone");
    expect(onPhone.mock.calls).toEqual([[number]]);
  });

  test.each([
    ["", /with its country code/],
    ["555 010 0001", /with its country code/],
    ["+1 555", /digits missing/],
    ["+1 555 010 0001 0001 0001", /too many digits/],
    ["+1 555 010 0001 ext. 5", /without its extension/],
    ["+1 555 CALL-NOW", /only the digits/],
  ])("the form for a phone sends nothing for %j, and says what is missing", async (typed, problem) => {
    const onPhone = vi.fn();
    await render(
      <FactorOffers busy={false} running={undefined} offersPhone hasApp onApp={vi.fn()} onPhone={onPhone} />,
    );
    await type(field("phone"), typed);
    await submit("phone");
    expect(problems().join()).toMatch(problem);
    expect(onPhone).not.toHaveBeenCalled();
  });

  test.each([
    ["  Ada\u00a0Lovelace ", "Ada\u00a0Lovelace"],
    ["Ada 👩‍🔬", "Ada 👩‍🔬"],
    ["עדה לאבלייס", "עדה לאבלייס"],
    ["مریم‌نامه", "مریم‌نامه"],
    ["Ｎｏｒｉｋｏ ①", "Ｎｏｒｉｋｏ ①"],
  ])("the profile form saves the name %j as typed", async (typed, name) => {
    await signUpAs("ada@example.com");
    await render(<ProfileSection profile={profile()} />);
    await type(field("name"), typed);
    await submit("name");
    await until(() =>
      expect(local.sent("accounts:update").map(({ body }) => JSON.parse(body).displayName)).toEqual([name]),
    );
  });

  test.each([
    ["  https://pictures.example/ada.png\u00a0", "https://pictures.example/ada.png"],
    ["https://pictures.example/ａ.png?size=２", "https://pictures.example/ａ.png?size=２"],
    ["https://münchen.example/ada.png", "https://münchen.example/ada.png"],
    ["https://pictures.example/a%20b.png#x", "https://pictures.example/a%20b.png#x"],
    ["\ufeffhttps://pictures.example/ada.png", "https://pictures.example/ada.png"],
  ])("the profile form saves the picture address %j as %j", async (typed, address) => {
    await signUpAs("ada@example.com");
    await render(<ProfileSection profile={profile()} />);
    await type(field("picture"), typed);
    await submit("picture");
    await until(() =>
      expect(local.sent("accounts:update").map(({ body }) => JSON.parse(body).photoUrl)).toEqual([address]),
    );
  });
  const profile = () => {
    const session = sessionStore.getState();
    if (session.status !== "signed-in") throw new Error("Nobody is signed in.");
    return mergeProfile(session.user, { status: "none" }, {});
  };
});

test.each([
  ["١٢٣٤٥٦"],
  ["۱۲۳۴۵۶"],
  ["１２３ ４５６"],
  ["123–456"],
  ["123\u200b456"],
  ["\u2068123456\u2069"],
  ["Your code is 123456."],
])("a form for a code reads %j", async (typed) => {
  const onSubmit = vi.fn();
  await render(<CodeForm label="Code" button="Confirm" busy={false} onSubmit={onSubmit} />);
  await type(field("code"), typed);
  await pressButton("Confirm");
  expect(onSubmit.mock.calls).toEqual([["123456"]]);
});

test("a form for a code sends nothing for a text without digits", async () => {
  const onSubmit = vi.fn();
  await render(<CodeForm label="Code" button="Confirm" busy={false} onSubmit={onSubmit} />);
  await type(field("code"), "my code");
  await pressButton("Confirm");
  expect(problems()).toHaveLength(1);
  expect(onSubmit).not.toHaveBeenCalled();
});
