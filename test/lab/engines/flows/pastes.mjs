import { until } from "../session.mjs";
import { ALERT, fillSignIn, INTERACTIVE, MAIN, newPerson, SETTINGS, signUp } from "./people.mjs";

/** Records what the page sends. */
const RECORD = `
globalThis.__sent = [];
const fetchNow = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  __sent.push({ url: request.url, body: await request.clone().text() });
  return fetchNow(request);
};`;

const PASSWORD = "example-correct-horse";
const DOMAIN = "xn--mnchen-3ya.example";
/** What people paste, each the one mailbox of this name. */
const emails = (name) => [
  `mailto:${name}@münchen.example?subject=Bin%20report`,
  `"Lovelace, Ada" <${name}@münchen.example>`,
  `\u200e${name}@mün\u00adchen.example\u2060`,
  `${[...name].map((letter) => (/[a-z]/.test(letter) ? String.fromCodePoint(letter.codePointAt(0) + 0xfee0) : letter)).join("")}＠münchen。example`,
  `\u3000${name}@mu\u0308nchen.example.`,
  `Email: ${name}@MÜNCHEN.example;`,
];
const PHONES = [
  "tel:+1-555-010-0001",
  "\u202a+1 (555) 010-0001\u202c",
  "Phone: 00 1 555/010 0001",
  "＋१ ५५५ ०१० ०००१",
  "+1 555–010–0001.",
];
const CODES = [
  "G-123456 is your Tallybin code.",
  "[Tallybin] 123 456",
  "१२३४५६",
  "１２３–４５６",
  "\u2068123\u200b456\u2069",
];

/** Replaces a field's text like a paste: one insertion, by the browser's own editing. */
const paste = async (tab, label, text, within = MAIN) => {
  await until(async () => {
    await tab.find({ label, within }, true);
    return tab.run(`(() => {
      const field = document.querySelector("[data-engine-target]");
      field.focus();
      field.select();
      return document.execCommand("insertText", false, ${JSON.stringify(text)}) && field.value !== "";
    })()`);
  }, `a paste into ${label}`);
};
/** Performs a press, and waits for a request with a text in its body. */
const sends = async (tab, { to, text }, press) => {
  await tab.run("void (__sent.length = 0)");
  await press();
  const isSent = `__sent.some(({ url, body }) => url.includes(${JSON.stringify(to)}) && body.includes(${JSON.stringify(text)}))`;
  await tab.until(isSent, `a request to ${to} with ${text}`);
};
const open = async (tab, path) => {
  await tab.goto(path);
  await tab.until(INTERACTIVE, `${path} becoming interactive`);
};

const pastes = [
  {
    name: "the contact form",
    async run({ tab }) {
      await open(tab, "/contact");
      for (const email of emails("ada")) {
        await paste(tab, /^Email/, email);
        await tab.fill(/^Message/, "Two trucks.", MAIN);
        await sends(tab, { to: "/api/sheets", text: `ada@${DOMAIN}` }, () =>
          tab.click({ role: "button", name: "Send message" }),
        );
        await tab.see({ role: "status", text: "Your message has been sent!" });
      }
    },
  },
  {
    name: "the newsletter form",
    async run({ tab }) {
      for (const email of emails("ada")) {
        await open(tab, "/tech");
        await paste(tab, "Newsletter email", email, { css: "footer" });
        await sends(tab, { to: "/api/newsletter", text: `ada@${DOMAIN}` }, () =>
          tab.click({ role: "button", name: "Subscribe" }),
        );
      }
    },
  },
  {
    name: "sign-up, sign-in and reset",
    async run({ tab, server }) {
      const ada = `ada.${Date.now().toString(36)}`;
      const text = `${ada}@${DOMAIN}`;
      await server.createAccount({ email: text, password: PASSWORD });
      for (const [path, label, to] of [
        ["/auth/signup", "Sign up", "accounts:signUp"],
        ["/auth/signin", "Sign in", "accounts:signInWithPassword"],
      ]) {
        await open(tab, path);
        for (const email of emails(ada)) {
          await paste(tab, "Email", email);
          await tab.fill("Password", "not-the-password-of-ada", MAIN);
          if (path === "/auth/signup") await tab.fill("Confirm password", "not-the-password-of-ada", MAIN);
          await sends(tab, { to, text }, () => tab.click({ role: "button", name: label, within: MAIN }));
        }
      }
      await open(tab, "/auth/forgotpass");
      for (const email of emails(ada)) {
        await paste(tab, "Email", email);
        await sends(tab, { to: "accounts:sendOobCode", text }, () =>
          tab.click({ role: "button", name: "Reset password" }),
        );
      }
    },
  },
  {
    name: "the sign-in link",
    async run({ tab, server }) {
      const [asked, other] = [newPerson(), `eve.${Date.now().toString(36)}`];
      await server.createAccount(asked);
      await server.identity("sendOobCode", {
        requestType: "EMAIL_SIGNIN",
        email: asked.email,
        continueUrl: "http://localhost/dashboard",
        canHandleCodeInApp: true,
      });
      const { actionLink } = await until(() => server.mailTo(asked.email, "EMAIL_SIGNIN"), "a mail");
      const { pathname, search } = new URL(actionLink);
      await open(tab, pathname + search);
      for (const email of emails(other)) {
        await paste(tab, "Email", email);
        await sends(tab, { to: "accounts:signInWithEmailLink", text: `${other}@${DOMAIN}` }, () =>
          tab.click({ role: "button", name: "Sign in", within: MAIN }),
        );
        await tab.see({ ...ALERT, text: /sent to a different address/ });
      }
    },
  },
  {
    name: "a new address and a name in the settings",
    async run({ tab }) {
      await signUp(tab, newPerson());
      await open(tab, `${SETTINGS}#email`);
      const address = { css: "section[aria-labelledby=email]" };
      const stamp = Date.now().toString(36);
      for (const [index, name] of ["ada.a", "ada.b", "ada.c", "ada.d", "ada.e", "ada.f"].entries()) {
        const own = `${name}.${stamp}`;
        await paste(tab, "New email", emails(own)[index], address);
        await sends(tab, { to: "accounts:", text: `${own}@${DOMAIN}` }, () =>
          tab.click({ role: "button", name: "Change email", within: address }),
        );
      }
      await open(tab, `${SETTINGS}#profile`);
      const profile = { css: "section[aria-labelledby=profile]" };
      for (const name of ["Ada 👩‍🔬", "עדה לאבלייס", "مریم‌نامه", "Ｎｏｒｉｋｏ ①", "नमस्ते"]) {
        await paste(tab, "Name", name, profile);
        await sends(tab, { to: "accounts:update", text: JSON.stringify(name) }, () =>
          tab.click({ role: "button", name: "Save profile", within: profile }),
        );
        await tab.see({ role: "status", text: "Your profile is saved.", within: profile });
      }
    },
  },
  {
    name: "the address of an account that is deleted",
    async run({ tab, server }) {
      for (const index of emails("").keys()) {
        const name = `ada.${index}.${Date.now().toString(36)}`;
        const person = { email: `${name}@${DOMAIN}`, password: PASSWORD };
        await server.createAccount(person);
        await tab.goto("/auth/signin?next=/settings/general%23delete");
        await fillSignIn(tab, person);
        await tab.at(SETTINGS);
        const section = { css: "section[aria-labelledby=delete]" };
        await paste(tab, /to confirm/, emails(name)[index], section);
        await tab.click({ role: "button", name: "Delete my account", within: section });
        await tab.see({ text: /Your account has been deleted/ });
      }
    },
  },
  {
    name: "the number and the code of a phone",
    async run({ tab, server }) {
      const { email, password } = await server.call("POST", "/__local/scenarios", {
        name: "verified customer",
        email: newPerson().email,
      });
      await tab.goto("/auth/signin?next=/settings/general%23factors");
      await fillSignIn(tab, { email, password });
      await tab.at(SETTINGS);
      const section = { css: "section[aria-labelledby=factors]" };
      for (const phone of PHONES) {
        await paste(tab, "Phone number", phone, section);
        await sends(tab, { to: "mfaEnrollment:start", text: "+15550100001" }, () =>
          tab.click({ role: "button", name: "Send a code to this number", within: section }),
        );
        await tab.see({ label: /^Code/, within: section });
        if (phone !== PHONES.at(-1)) await tab.click({ role: "button", name: "Cancel", within: section });
      }
      for (const code of CODES) {
        await paste(tab, /^Code/, code, section);
        await sends(tab, { to: "mfaEnrollment:finalize", text: "123456" }, () =>
          tab.click({ role: "button", name: "Turn on", within: section }),
        );
        await tab.see({ role: "alert", within: section });
      }
    },
  },
  {
    name: "the code of an app at a sign-in",
    async run({ tab, server }) {
      const { email, password } = await server.call("POST", "/__local/scenarios", {
        name: "second factor",
        email: newPerson().email,
      });
      await tab.goto("/auth/signin");
      await fillSignIn(tab, { email, password });
      await tab.see({ role: "heading", name: "Two-step verification" });
      for (const code of CODES) {
        await paste(tab, /^Code/, code);
        await sends(tab, { to: "mfaSignIn:finalize", text: "123456" }, () =>
          tab.click({ role: "button", name: "Confirm" }),
        );
        await tab.see(ALERT);
      }
      const { code } = await server.call("GET", `/__local/totp?${new URLSearchParams({ email })}`);
      await paste(tab, /^Code/, `Your code is ${code}.`);
      await tab.click({ role: "button", name: "Confirm" });
      await tab.at("/dashboard");
    },
  },
];

const changingLinks = {
  verifyEmail: async (server, { idToken, email }) => {
    await server.identity("sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
    return [email, "VERIFY_EMAIL"];
  },
  verifyAndChangeEmail: async (server, { idToken, next }) => {
    await server.identity("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: next });
    return [next, "VERIFY_AND_CHANGE_EMAIL"];
  },
  recoverEmail: async (server, { idToken, email, next }) => {
    await server.identity("update", { idToken, email: next });
    return [email, "RECOVER_EMAIL"];
  },
  revertSecondFactorAddition: async (server, { idToken, localId, email }) => {
    const number = `+1555010${String(Math.random()).slice(2, 6)}`;
    await server.asAdministrator("update", { localId, emailVerified: true });
    const { phoneSessionInfo } = await server.factors("start", {
      idToken,
      phoneEnrollmentInfo: { phoneNumber: number, recaptchaToken: "local" },
    });
    const { code } = await until(() => server.mailTo(number, "SMS_CODE"), "a text message");
    const { sessionInfo } = phoneSessionInfo;
    await server.factors("finalize", { idToken, phoneVerificationInfo: { sessionInfo, code } });
    return [email, "REVERT_SECOND_FACTOR_ADDITION"];
  },
};

const links = Object.entries(changingLinks).map(([mode, mailLink]) => ({
  name: `a mail scanner opens a link for ${mode} and leaves`,
  async run({ tab, server, fail }) {
    const { email, password } = newPerson();
    const next = newPerson().email;
    const { idToken, localId } = await server.createAccount({ email, password });
    const [to, type] = await mailLink(server, { idToken, localId, email, next });
    const { actionLink } = await until(() => server.mailTo(to, type), "a mail");
    const state = async () =>
      JSON.stringify([
        (await server.asAdministrator("lookup", { localId: [localId] })).users,
        await server.call("GET", `/__local/outbox?${new URLSearchParams({ to: email })}`),
        await server.call("GET", `/__local/outbox?${new URLSearchParams({ to: next })}`),
      ]);
    const before = await state();
    const { pathname, search } = new URL(actionLink);
    await open(tab, pathname + search);
    await tab.see({ role: "button", name: /\S/, within: MAIN });
    await tab.goto("/about");
    await tab.until(INTERACTIVE, "another page");
    if ((await state()) !== before) fail("the account or its mails have changed");
  },
}));

export default [
  ...pastes.map((flow) => ({ ...flow, name: `pastes: ${flow.name}`, script: RECORD })),
  ...links,
];
