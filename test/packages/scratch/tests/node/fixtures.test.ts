import "fake-indexeddb/auto";
import { createIdentityClient, getIdToken } from "@tallybin/identity";
import { test } from "@tallybin/local-services/vitest";
import { afterAll, describe, expect } from "vitest";

/** As an application's module makes it. */
const identity = createIdentityClient({ apiKey: "demo-key", projectId: "demo-project" });
afterAll(() => identity.dispose());

describe.each(["first", "second"])("the %s of two tests in a row with a client made at import", () => {
  describe("a test that begins signed in", () => {
    test.override({ signedInAs: "verified customer" });
    test("a client made at import shows the user of the test", async ({ account, services }) => {
      expect(identity.getState()).toMatchObject({ status: "signed-in", user: { uid: account?.uid } });
      expect(await getIdToken(identity, { forceRefresh: true })).toMatch(/^ey/);
      expect(services.log.list().map(({ endpoint }) => endpoint)).toContain("token");
    });
  });

  test("a client made at import is signed out in a test after one that began signed in", () => {
    expect(identity.getState().status).toBe("signed-out");
  });
});
