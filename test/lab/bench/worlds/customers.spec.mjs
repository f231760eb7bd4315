import { test as alone } from "@playwright/test";
import { expect, test as inWorlds } from "@tallybin/local-services/playwright";

const TESTS = 200;
const EMAIL = "ada@example.test";
const services = process.env["SERVICES"] ?? "";
const OWNER = { authorization: "Bearer owner", "content-type": "application/json" };

/** @param {string} project @param {string} path @param {RequestInit} [init] */
const ask = async (project, path, init) =>
  (await fetch(`${services}/${path.replace("PROJECT", project)}`, { headers: OWNER, ...init })).json();

/**
 * One customer's way. The last step shows that no other test has touched the accounts.
 * @param {import("@playwright/test").Page} page
 * @param {string} project
 */
async function customer(page, project) {
  await page.goto("/");
  await page.waitForFunction(() => "application" in globalThis);
  const call = (/** @type {string} */ name, /** @type {string[]} */ ...given) =>
    page.evaluate(([action, ...rest]) => globalThis["application"][action](...rest), [name, ...given]);
  expect(await call("signUp", EMAIL, "example-first")).toBe(EMAIL);
  await call("signOut");
  await call("forget", EMAIL);
  const { oobCodes } = await ask(project, "emulator/v1/projects/PROJECT/oobCodes");
  expect(oobCodes).toHaveLength(1);
  await call("reset", oobCodes[0].oobCode, "example-second");
  expect(await call("signIn", EMAIL, "example-second")).toBe(EMAIL);
  const found = await ask(project, "identitytoolkit.googleapis.com/v1/projects/PROJECT/accounts:query", {
    method: "POST",
    body: JSON.stringify({ returnUserInfo: true }),
  });
  expect(found.userInfo).toHaveLength(1);
}

for (let index = 0; index < TESTS; index++) {
  const name = `customer ${index} resets a forgotten password`;
  if (process.env["SIDE"] === "worlds") {
    inWorlds(name, ({ page, world }) => customer(page, world.name));
  } else {
    // Google's emulator has one set of accounts for every browser, so each test empties it first.
    alone(name, async ({ page }) => {
      await ask("demo-project", "emulator/v1/projects/PROJECT/accounts", { method: "DELETE" });
      await customer(page, "demo-project");
    });
  }
}
