import { mergeTests } from "@playwright/test";
import {
  type LocalServicesOption,
  test as local,
  type SignedIn,
} from "../../packages/local-services/src/fixtures/playwright.ts";
import { test as base, expect, newPerson } from "./fixtures.ts";

export { expect, newPerson };

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

/** For pages with the human check, which allows the site's own host to frame it, but no world's host. */
export const inTheDefaultWorld = {
  localServices: (
    { localServices }: { localServices: LocalServicesOption },
    use: (option: LocalServicesOption) => Promise<void>,
  ) => use({ ...localServices, worldBy: "none" }),
};
