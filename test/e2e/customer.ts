import { mergeTests } from "@playwright/test";
import { test as local, type SignedIn } from "../../packages/local-services/src/fixtures/playwright.ts";
import { test as base, expect } from "./fixtures.ts";

export { expect };

/**
 * Tests that begin signed in, each in its own world, with the fixtures of the local services' package: `signedInAs`
 * names a scenario; `clock`, `outbox` and `failures` belong to the test alone.
 */
export const test = mergeTests(base, local).extend<{ customer: SignedIn & { password: string } }>({
  customer: async ({ account }, use) => {
    if (account?.password === undefined) throw new Error("Set signedInAs to a scenario with a password.");
    await use({ ...account, password: account.password });
  },
});
