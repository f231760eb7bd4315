import { fileURLToPath } from "node:url";
import { bundle } from "../../../packages/identity/test/support/bundle.mjs";
import { until } from "../session.mjs";
import { INTERACTIVE, newPerson } from "./people.mjs";

const COMPAT = fileURLToPath(new URL("../../../packages/identity/src/compat/index.ts", import.meta.url));

/** An application with Google's functions on our client, in a page that has no callback page of theirs. */
const APPLICATION = `
import { initializeApp } from "@firebase/app";
import * as compat from ${JSON.stringify(COMPAT)};
const { apiKey, projectId } = JSON.parse(document.getElementById("config").textContent).identity;
const auth = compat.initializeAuth(initializeApp({ apiKey, projectId }, "compat"), {
  persistence: compat.indexedDBLocalPersistence,
  popupRedirectResolver: compat.browserPopupRedirectResolver,
  // This site has an opener policy, with which Safari isolates a window that begins at about:blank.
  client: { popupUrl: location.origin + "/oauth/popup" },
});
compat.connectAuthEmulator(auth, location.origin, { disableWarnings: true });
const told = (result) => { globalThis.__compat = result ? result.providerId + " " + result.user.email : "nothing"; };
const refused = ({ code }) => { globalThis.__compat = code; };
const add = (name, act) => {
  const button = document.createElement("button");
  button.textContent = name;
  button.onclick = () => act(auth, new compat.GoogleAuthProvider()).then(told, refused);
  document.querySelector("main").prepend(button);
};
add("By popup", compat.signInWithPopup);
add("By redirect", compat.signInWithRedirect);
compat.getRedirectResult(auth).then(told, refused);
`;

const script = bundle(APPLICATION, fileURLToPath(new URL("../", import.meta.url)));

const load = async (tab) => {
  await tab.until(INTERACTIVE, "the page becoming interactive");
  await tab.run(`(() => { ${await script} })()`);
};
const start = async (tab) => {
  await load(tab);
  await tab.until("globalThis.__compat !== undefined", "the start of the application");
};
const become = (tab, outcome) => tab.until(`globalThis.__compat === ${JSON.stringify(outcome)}`, outcome);

async function consent(page, email) {
  await page.fill("Email", email);
  await page.click({ role: "button", name: /^Sign in with/ });
}

export default [
  {
    name: "compat: a popup returns to the page that opened it, and is isolated there by that page's opener policy",
    async run({ tab, popup, isOpen }) {
      const { email } = newPerson();
      await tab.goto("/about");
      await start(tab);
      const window = await popup(() => tab.click({ role: "button", name: "By popup" }));
      await consent(window, email);
      await window.until("location.pathname === '/about'", "the return");
      // The application's page loads in the window too, which closes.
      await load(window).catch(() => {});
      await become(tab, `google.com ${email}`);
      await until(async () => !(await isOpen(window)), "the window closing");
    },
  },
  {
    name: "compat: a redirect returns to the page where it started",
    async run({ tab, fail }) {
      const { email } = newPerson();
      await tab.goto("/about?plan=pro");
      await start(tab);
      await tab.click({ role: "button", name: "By redirect" });
      await tab.see({ label: "Email" });
      await consent(tab, email);
      await tab.until("location.pathname === '/about'", "the return");
      await start(tab);
      await become(tab, `google.com ${email}`);
      if ((await tab.run("location.search")) !== "?plan=pro") fail("the address is not the one before");
    },
  },
];
