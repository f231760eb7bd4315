import { startProxy } from "../proxy.mjs";
import { ACCOUNT_MENU, ALERT, fillSignIn, INTERACTIVE, newPerson } from "./people.mjs";

export default [
  {
    name: "a sign-in that is answered before the page has React",
    async run({ tab, origin, server }) {
      const ada = newPerson();
      await server.createAccount(ada);
      let isAnswered = () => undefined;
      const answered = new Promise((resolve) => {
        isAnswered = () => resolve(undefined);
      });
      const proxy = await startProxy(origin, /\/assets\/react-|:signInWithPassword/, async (answer) => {
        if (answer.body.includes("idToken")) isAnswered();
        else await answered; // React
        return answer;
      });
      try {
        await tab.goto(`${proxy.url}/oauth/popup`);
        // By a script, because a driver waits for the page's load, and Firefox for React.
        await tab.run(`void setTimeout(() => location.assign("/auth/signin"))`);
        await fillSignIn(tab, ada);
        await tab.at("/dashboard");
        await tab.see(ACCOUNT_MENU);
      } finally {
        isAnswered();
        await tab.goto("about:blank");
        await proxy.close();
      }
    },
  },
  {
    name: "a second factor whose code is gone after a deploy: a reload keeps the address",
    expectedNoise: /second-factor|dynamically imported module|Importing a module script failed/,
    async run({ tab, origin, server }) {
      const { email, password } = await server.call("POST", "/__local/scenarios", {
        name: "second factor",
        email: newPerson().email,
      });
      const proxy = await startProxy(origin, /\/assets\/second-factor\.lazy/, () => ({
        status: 404,
        body: "",
      }));
      try {
        await tab.goto(`${proxy.url}/auth/signin`);
        await fillSignIn(tab, { email, password });
        await tab.see({ ...ALERT, text: /reload/i });
        await tab.run("void (globalThis.isOld = true)");
        await tab.click({ role: "button", name: "Reload the page" });
        await tab.until(`!globalThis.isOld && ${INTERACTIVE}`, "the new page becoming interactive");
        await tab.until(
          `document.querySelector("main [type=email]").value === ${JSON.stringify(email)}`,
          "the typed address coming back",
        );
      } finally {
        await tab.goto("about:blank");
        await proxy.close();
      }
    },
  },
];
