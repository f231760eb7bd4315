import { fileURLToPath } from "node:url";
import { bundle } from "../../../../packages/identity/test/support/bundle.mjs";
import { ACCOUNT_MENU, newPerson, SIGN_IN_LINK, signOut } from "./people.mjs";

/** Google's SDK as a site's former release ran it: its app signs a user in and stays open. */
const FORMER_RELEASE = `
import { initializeApp } from "@firebase/app";
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  signInWithEmailAndPassword,
} from "@firebase/auth";
const { person } = globalThis.__former;
const { apiKey, projectId } = JSON.parse(document.getElementById("config").textContent).identity;
// The default would also load Google's script for popups, in Safari at once.
const persistence = [indexedDBLocalPersistence, browserLocalPersistence];
const auth = initializeAuth(initializeApp({ apiKey, projectId }), { persistence });
connectAuthEmulator(auth, location.origin, { disableWarnings: true });
globalThis.__former.uid = () => auth.currentUser?.uid ?? "";
auth.authStateReady().then(async () => {
  if (person) await signInWithEmailAndPassword(auth, person.email, person.password);
  globalThis.__former.isReady = true;
});
`;

const script = bundle(FORMER_RELEASE, fileURLToPath(new URL("../", import.meta.url)));

/** Runs the former release in a page of the site. Without a person, the SDK starts with what it has stored. */
async function startFormerRelease(tab, person) {
  await tab.run(`(() => { globalThis.__former = ${JSON.stringify({ person })}; ${await script} })()`);
  await tab.until("globalThis.__former.isReady === true", "the start of the SDK");
}

const uidOf = (tab) => tab.run("globalThis.__former.uid()");

export default [
  {
    name: "a session of the Firebase SDK goes on, in every tab, without an exchange",
    async run({ tab, newTab, server, fail }) {
      const ada = newPerson();
      await server.createAccount(ada);
      await tab.goto("/about");
      await tab.see(SIGN_IN_LINK);
      await startFormerRelease(tab, ada);
      const exchanges = await server.count("token");
      const other = await newTab();
      await Promise.all([other.goto("/dashboard"), tab.goto("/about")]);
      await other.see(ACCOUNT_MENU);
      await other.at("/dashboard");
      await tab.see(ACCOUNT_MENU);
      await tab.goto("/settings/general");
      await tab.see(ACCOUNT_MENU);
      if ((await server.count("token")) > exchanges) fail("the session was exchanged");
      await startFormerRelease(tab);
      if ((await uidOf(tab)) !== "") fail("the SDK still has the session");
      await signOut(other);
      await tab.gone(ACCOUNT_MENU);
      await tab.goto("/about");
      await tab.see(SIGN_IN_LINK);
    },
  },
  {
    name: "a page with the Firebase SDK that stays open does not bring back a session that was signed out",
    async run({ tab, newTab, server }) {
      const ada = newPerson();
      await server.createAccount(ada);
      await tab.goto("/about");
      await startFormerRelease(tab, ada);
      const other = await newTab();
      await other.goto("/dashboard");
      await other.see(ACCOUNT_MENU);
      await signOut(other);
      await other.goto("/about");
      await other.see(SIGN_IN_LINK);
    },
  },
];
