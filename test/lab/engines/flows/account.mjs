import { until } from "../../../support/until.mjs";
import {
  ACCOUNT_MENU,
  ALERT,
  fillSignIn,
  MAIN,
  newPerson,
  SIGN_IN_LINK,
  signOut,
  signUp,
} from "./people.mjs";

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
];
