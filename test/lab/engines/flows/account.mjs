import { until } from "../session.mjs";
import {
  ACCOUNT_MENU,
  ALERT,
  fillSignIn,
  MAIN,
  newPerson,
  SETTINGS,
  SIGN_IN_LINK,
  signOut,
  signUp,
} from "./people.mjs";

const NEW_PASSWORD = "another-correct-horse";
const DOCUMENTS = "/v1/projects/demo-project/databases/(default)/documents/users";

export default [
  {
    name: "sign-up, sign-out, wrong password, sign-in",
    async run({ tab }) {
      const ada = newPerson();
      await signUp(tab, ada);
      await signOut(tab);
      await tab.goto("/auth/signin");
      await fillSignIn(tab, { ...ada, password: "not-the-password" });
      await tab.see({ ...ALERT, text: /Incorrect email or password|couldn’t find an account/ });
      await fillSignIn(tab, ada);
      await tab.at("/dashboard");
      await tab.see(ACCOUNT_MENU);
    },
  },
  {
    name: "a reload with the network held back shows the session",
    async run({ tab, server, fail }) {
      await signUp(tab, newPerson());
      const script = await server.fail({
        endpoint: ["token", "accounts:lookup"],
        fault: { kind: "hang", forMs: 20_000 },
      });
      try {
        await tab.goto("/about");
        await tab.see(ACCOUNT_MENU, 5_000);
        if (await tab.find(SIGN_IN_LINK)) fail("the way in shows beside the account");
      } finally {
        await server.unfail(script);
      }
    },
  },
  {
    name: "password reset",
    async run({ tab, server }) {
      const ada = newPerson();
      await server.createAccount(ada);
      await tab.goto("/auth/forgotpass");
      await tab.fill("Email", ada.email, MAIN);
      await tab.click({ role: "button", name: "Reset password" });
      await tab.see({ text: /Password reset email sent/ });
      const { actionLink } = await until(() => server.mailTo(ada.email, "PASSWORD_RESET"), "a mail");
      const { pathname, search } = new URL(actionLink);
      await tab.goto(pathname + search);
      await tab.fill("New password", NEW_PASSWORD, MAIN);
      await tab.fill("Confirm password", NEW_PASSWORD, MAIN);
      await tab.click({ role: "button", name: "Change password" });
      await tab.see({ text: /You’ve been signed out on every device/ });
      await tab.goto("/auth/signin");
      await fillSignIn(tab, { ...ada, password: NEW_PASSWORD });
      await tab.at("/dashboard");
    },
  },
  {
    name: "an authenticator app as second factor",
    async run({ tab, server }) {
      const { email, password } = await server.call("POST", "/__local/scenarios", {
        name: "second factor",
        email: newPerson().email,
      });
      await tab.goto("/auth/signin");
      await fillSignIn(tab, { email, password });
      await tab.see({ role: "heading", name: "Two-step verification" });
      const { code } = await server.call("GET", `/__local/totp?${new URLSearchParams({ email })}`);
      await tab.fill(/^Code/, code, MAIN);
      await tab.click({ role: "button", name: "Confirm" });
      await tab.at("/dashboard");
    },
  },
  {
    name: "the live document",
    async run({ tab, origin }) {
      const ada = newPerson();
      await signUp(tab, ada);
      const headers = { authorization: "Bearer owner", "content-type": "application/json" };
      const name = await until(async () => {
        const { documents = [] } = await (await fetch(origin + DOCUMENTS, { headers })).json();
        return documents.find(({ fields }) => fields?.email?.stringValue === ada.email)?.name;
      }, "the document being made");
      await tab.see({ role: "heading", name: /\S/, within: MAIN });
      const rename = async (displayName) => {
        const response = await fetch(`${origin}/v1/${name}?updateMask.fieldPaths=name`, {
          method: "PATCH",
          headers,
          body: JSON.stringify({ fields: { name: { stringValue: displayName } } }),
        });
        if (!response.ok) throw new Error(`the write answers ${response.status}`);
      };
      await rename("Ada Lovelace");
      await tab.until(`document.body.innerText.includes("Ada")`, "a change arriving by itself");
      await rename("Grace Hopper");
      await tab.until(`document.body.innerText.includes("Grace")`, "a second change arriving by itself");
    },
  },
  {
    name: "the deletion of an account",
    async run({ tab }) {
      const ada = newPerson();
      await signUp(tab, ada);
      await tab.goto(`${SETTINGS}#delete`);
      const section = { name: "Delete account" };
      await tab.fill(new RegExp(`^Type ${ada.email.replaceAll(".", "\\.")} to confirm`), ada.email, section);
      await tab.click({ role: "button", name: "Delete my account", within: section });
      await tab.see({ text: /Your account has been deleted/ });
      await tab.see(SIGN_IN_LINK);
    },
  },
];
