import { mergeTests, type Page } from "@playwright/test";
import {
  type LocalServicesOption,
  test as local,
  type SignedIn,
} from "../../packages/local-services/src/fixtures/playwright.ts";
import { changeStoredRecords, storedValues } from "../../packages/local-services/src/fixtures/session.ts";
import { test as base, expect, newPerson } from "./fixtures.ts";

export { expect, newPerson };

/** Hands the session over to the server, as the site does after a sign-in with SESSIONS=server. */
const handOver = async (page: Page, { session }: SignedIn, option: LocalServicesOption) => {
  const { idToken, refreshToken } = session;
  const handle = await page.evaluate(
    async (tokens) => {
      const headers = { "content-type": "application/json", "x-session": "new" };
      const response = await fetch("/api/session", { method: "POST", headers, body: JSON.stringify(tokens) });
      return response.ok ? (await response.json()).session : Promise.reject(new Error(await response.text()));
    },
    { idToken, refreshToken, place: { stamp: 1, generation: "", change: 0, turn: 1 } },
  );
  const values = storedValues(session, option).map((stored) => {
    const { session: own } = stored.value as { session: object };
    return { ...stored, value: { version: 1, session: { ...own, refreshToken: undefined, handle } } };
  });
  await page.evaluate(changeStoredRecords, values);
};

/**
 * Tests that begin signed in, each in its own world, with the fixtures of the local services' package: `signedInAs`
 * names a scenario; `clock`, `outbox` and `failures` belong to the test alone.
 */
export const test = mergeTests(base, local).extend<{ customer: SignedIn & { password: string } }>({
  context: async ({ context, account, localServices }, use, { project }) => {
    const [page] = context.pages();
    if (account && page && project.metadata["siteEnv"]?.["SESSIONS"] === "server")
      await handOver(page, account, localServices);
    await use(context);
  },
  // The site follows the services' clock by itself. A page's clock that moves, too, would move twice.
  clock: async ({ world }, use) => use(world.clock),
  customer: async ({ account }, use) => {
    if (account?.password === undefined) throw new Error("Set signedInAs to a scenario with a password.");
    await use({ ...account, password: account.password });
  },
});
