import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { completeConsent } from "../../../../packages/local-services/src/fixtures/playwright.ts";
import { equal, PASSWORD } from "../../firebase-auth/world.ts";
import { type Flow, here, siteOf } from "../flow.ts";
import { PROJECT } from "../world.ts";

const PATHS = ["/", "/sign-up", "/sign-in", "/profile", "/forgot-password"];
const ADA = "ada@example.test";
const GINA = "gina@gmail.example";

/** The application's configuration: our project and its local services, in both runs. */
const CONFIGURATION = `
import { initializeApp } from "firebase/app";
import { connectAuthEmulator, getAuth } from "firebase/auth";
import { connectFirestoreEmulator, getFirestore } from "firebase/firestore";
initializeApp({ apiKey: "any-key", authDomain: PROJECT + ".firebaseapp.com", projectId: PROJECT });
connectAuthEmulator(getAuth(), SERVICES, { disableWarnings: true });
export const db = getFirestore();
connectFirestoreEmulator(db, new URL(SERVICES).hostname, Number(new URL(SERVICES).port));`;

/** What Create React App does with the application's files, without its pictures. */
const createReactApp = (folder: string): Plugin => ({
  name: "create-react-app",
  enforce: "pre",
  load(id) {
    if (!id.startsWith(folder)) return undefined;
    if (id.endsWith("src/firebase.config.js")) return CONFIGURATION;
    if (/\.(svg|jpg)$/.test(id)) return 'export default ""; export const ReactComponent = () => null;';
    if (id.endsWith(".js")) return { code: readFileSync(id, "utf8"), moduleType: "jsx" };
    return undefined;
  },
});

/** A public React application with passwords, a popup and Firestore. */
export const marketplace: Flow = {
  name: "house-marketplace",
  checkout: "marketplace",
  files: async (build, checkout) => {
    const folder = resolve(checkout);
    const source = `import ${JSON.stringify(join(folder, "src/index.js"))};`;
    const script = await build(source, {
      from: `${here}marketplace/`,
      plugins: [createReactApp(folder)],
      define: { "process.env": "{}" },
    });
    return siteOf(script, PATHS);
  },
  run: async ({ services }, { context, origin }, say) => {
    const page = await context.newPage();
    const fill = (id: string, value: string) => page.locator(`#${id}`).fill(value);
    const isAt = (path: string) => page.waitForURL(`${origin}${path}`);
    /** The names in the collection of users. */
    const names = async () => {
      const path = `${services}/v1/projects/${PROJECT}/databases/(default)/documents/users`;
      const { documents } = await (await fetch(path, { headers: { authorization: "Bearer owner" } })).json();
      return documents.map(
        (document: { fields: { name: { stringValue: string } } }) => document.fields.name.stringValue,
      );
    };

    await page.goto(`${origin}/sign-up`);
    await fill("name", "Ada");
    await fill("email", ADA);
    await fill("password", PASSWORD);
    await page.locator(".signUpButton").click();
    await isAt("/");
    equal(await names(), ["Ada"], "documents");
    say("sign-up, and a Firestore document of the user");

    await page.goto(`${origin}/profile`);
    await page.locator("#name").waitFor();
    equal(await page.locator("#name").inputValue(), "Ada", "name after the reload");
    await page.getByText("change", { exact: true }).click();
    await fill("name", "Ada Lovelace");
    await page.getByText("done", { exact: true }).click();
    for (let tries = 0; tries < 100 && !(await names()).includes("Ada Lovelace"); tries += 1);
    await page.reload();
    await page.locator("#name").waitFor();
    equal(await page.locator("#name").inputValue(), "Ada Lovelace", "name after its change");
    equal(await names(), ["Ada Lovelace"], "documents");
    say("a reload, and a change of the name in both products");

    await page.getByText("Logout").click();
    await isAt("/");
    await page.goto(`${origin}/profile`);
    await isAt("/sign-in");
    say("sign-out, and the guard of the profile");

    await fill("email", ADA);
    await fill("password", "wrong password");
    await page.locator(".signInButton").click();
    await page.getByText("Bad User Credentials").waitFor();
    await fill("password", PASSWORD);
    await page.locator(".signInButton").click();
    await isAt("/");
    await page.goto(`${origin}/forgot-password`);
    await fill("email", ADA);
    await page.locator(".signInButton").click();
    await page.getByText("Email was sent").waitFor();
    say("wrong password, sign-in, forgotten password");

    await page.goto(`${origin}/sign-in`);
    const opening = page.waitForEvent("popup");
    await page.locator(".socialIconDiv").click();
    await completeConsent(await opening, { email: GINA, name: "Gina" });
    await isAt("/");
    equal((await names()).toSorted(), ["Ada Lovelace", "Gina"], "documents");
    say("popup, and a Firestore document of the user");
  },
};
