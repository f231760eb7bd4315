import { createIdentityClient } from "@tallybin/identity";
import { createTest } from "@tallybin/local-services/vitest-server";
import { initializeApp } from "firebase/app";
import { getAuth, onAuthStateChanged } from "firebase/auth";
import { setupWorker } from "msw/browser";
import { describe, expect } from "vitest";

const worker = setupWorker();
await worker.start({ onUnhandledRequest: "bypass", quiet: true });
const test = createTest(worker);

const project = { apiKey: "demo-key", projectId: "demo-project" };
const identity = createIdentityClient(project);
const auth = getAuth(initializeApp(project));
let google: string | undefined;
onAuthStateChanged(auth, (user) => {
  google = user?.uid;
});

describe.each(["first", "second"])("the %s of two tests in a row with clients made at import", () => {
  describe("a test that begins signed in", () => {
    test.override({ signedInAs: "verified customer", storedSession: { apiKey: "demo-key" } });
    test("clients made at import show the user of the test", async ({ account }) => {
      expect(identity.getState()).toMatchObject({ status: "signed-in", user: { uid: account?.uid } });
      await expect.poll(() => google).toBe(account?.uid);
    });
  });

  test("clients made at import are signed out in a test after one that began signed in", async () => {
    expect(identity.getState().status).toBe("signed-out");
    await expect.poll(() => google).toBeUndefined();
  });
});

test("a call to Google that no local service answers fails", async () => {
  await expect(fetch("https://storage.googleapis.com/v1/anything")).rejects.toThrow();
});
