import { until } from "../../../support/until.mjs";
import { ACCOUNT_MENU, fillSignIn, newPerson, SIGN_IN_LINK, signOut, signUp } from "./people.mjs";

const TABS = 5;
const LIFETIMES = 3;
/**
 * Each token is due for its refresh then, and has four more minutes. Past its expiry, the services would refuse it in a
 * tab that has not read the clock yet, and the age of the tab's next token would count from the time before the jump.
 */
const REFRESH_DUE_MS = 56 * 60_000;
/** After this time, every tab has followed the clock, and an extra refresh would show. */
const SETTLE_MS = 5_000;

export default [
  {
    name: "five tabs over three token lifetimes: one refresh each",
    async run({ tab, newTab, server, fail }) {
      await signUp(tab, newPerson());
      for (let more = 1; more < TABS; more++) {
        const other = await newTab();
        await other.goto(more % 2 === 0 ? "/dashboard" : "/about");
        await other.see(ACCOUNT_MENU);
      }
      for (let lifetime = 1; lifetime <= LIFETIMES; lifetime++) {
        const before = await server.count("token");
        await server.advance(REFRESH_DUE_MS);
        await until(async () => (await server.count("token")) > before, "a refresh", 20_000);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
        const refreshes = (await server.count("token")) - before;
        if (refreshes !== 1) fail(`${refreshes} refreshes in lifetime ${lifetime}`);
      }
    },
  },
  {
    name: "sign-out and sign-in across tabs",
    async run({ tab, newTab }) {
      const ada = newPerson();
      await signUp(tab, ada);
      const other = await newTab();
      await other.goto("/about");
      await other.see(ACCOUNT_MENU);
      await signOut(other);
      await tab.gone(ACCOUNT_MENU);
      await tab.goto("/auth/signin");
      await fillSignIn(tab, ada);
      await tab.see(ACCOUNT_MENU);
      await other.see(ACCOUNT_MENU);
      await other.gone(SIGN_IN_LINK);
    },
  },
];
