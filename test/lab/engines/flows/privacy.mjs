import { until } from "../../../support/until.mjs";
import {
  ACCOUNT_MENU,
  ALERT,
  fillSignIn,
  GOOGLE,
  newPerson,
  openPage,
  SIGN_IN_LINK,
  signOut,
} from "./people.mjs";

const NO_INDEXED_DB = `Object.defineProperty(window, "indexedDB", { value: undefined });`;

/** Without lasting storage a session lives as long as its page. */
const works = async ({ tab, server }) => {
  const ada = newPerson();
  await server.createAccount(ada);
  await openPage(tab, "/about");
  await tab.see(SIGN_IN_LINK);
  await tab.goto("/auth/signin");
  await fillSignIn(tab, ada);
  await tab.at("/dashboard");
  await tab.see(ACCOUNT_MENU);
  await signOut(tab);
};

export default [
  { name: "a private window", mode: "private", run: works },
  { name: "site data blocked", mode: "blocked", run: works },
  {
    name: "site data blocked: the page says that popups cannot work",
    mode: "blocked",
    async run({ tab, count }) {
      await tab.goto("/auth/signin");
      await tab.click(GOOGLE);
      await tab.see({ ...ALERT, text: /This browser can’t do that/ });
      await until(async () => (await count()) === 1, "the popup closing");
    },
  },
  { name: "no IndexedDB", script: NO_INDEXED_DB, run: works },
];
