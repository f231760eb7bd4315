import { until } from "../../../support/until.mjs";
import { ACCOUNT_MENU, ALERT, GOOGLE, MAIN, newPerson, openPage } from "./people.mjs";

/** Longer than the time after a click in which a page may open a window. */
const ACTIVATION_OVER_MS = 6_000;

const open = async ({ tab, popup }) => {
  // A click before the page is interactive is repeated by a script, which opens no window in WebKit.
  await openPage(tab, "/auth/signin");
  return popup(() => tab.click(GOOGLE));
};

const consent = async (window) => {
  await window.fill("Email", newPerson().email);
  await window.click({ role: "button", name: /^Sign in with/ });
};

export default [
  {
    name: "a popup opens in the click and completes",
    async run(context) {
      const window = await open(context);
      await consent(window);
      await context.tab.at("/dashboard");
      await context.tab.see(ACCOUNT_MENU);
      await until(async () => !(await context.isOpen(window)), "the window closing");
    },
  },
  {
    name: "a popup whose consent is denied",
    async run(context) {
      const window = await open(context);
      await window.click({ role: "button", name: "Deny" });
      await context.tab.see({ text: /Canceled\. Nothing changed\./ });
      if (await context.tab.find(ALERT)) context.fail("a denied consent is told as an error");
    },
  },
  {
    name: "a popup that is closed",
    async run(context) {
      const { tab } = context;
      const window = await open(context);
      await window.see({ role: "button", name: "Deny" });
      await window.close();
      await tab.native.bringToFront?.();
      await tab.see({ text: /closed before/ });
      if (await tab.find(ALERT)) context.fail("a closed window is told as an error");
      await until(async () => (await tab.find(GOOGLE))?.disabled === false, "another attempt being possible");
    },
  },
  {
    name: "a popup that the browser blocks",
    async run({ tab, count, fail }) {
      await tab.goto("/auth/signin");
      await tab.see(GOOGLE);
      const before = await count();
      await tab.run(`void setTimeout(() => [...document.querySelectorAll("main button")]
        .find((b) => /^Sign in with Google/.test(b.textContent)).click(), ${ACTIVATION_OVER_MS})`);
      await new Promise((resolve) => setTimeout(resolve, ACTIVATION_OVER_MS + 1_000)); // real time, because the browser measures the click's age
      if ((await count()) > before) fail("the browser opened a window without a click");
      await tab.see({ ...ALERT, text: /blocked the sign-in window/ });
    },
  },
  {
    name: "a popup that opener isolation severs still completes",
    async run(context) {
      const window = await open(context);
      await window.see({ role: "button", name: "Deny" });
      const address = await window.run("location.href");
      await window.goto(`${context.isolating}?${new URLSearchParams({ next: address })}`);
      await window.see({ label: "Email" });
      await consent(window);
      await context.tab.at("/dashboard");
    },
  },
  {
    name: "a popup that the page cancels",
    async run(context) {
      const window = await open(context);
      await window.see({ role: "button", name: "Deny" });
      await context.tab.see({ role: "button", name: "Bring to front", within: MAIN });
      await context.tab.click({ role: "button", name: "Cancel", within: MAIN });
      await until(async () => !(await context.isOpen(window)), "the window closing");
      await until(
        async () => (await context.tab.find(GOOGLE))?.disabled === false,
        "another attempt being possible",
      );
      if (await context.tab.find(ALERT)) context.fail("an alert is shown");
    },
  },
];
