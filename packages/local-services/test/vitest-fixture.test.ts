import "fake-indexeddb/auto";
import { afterAll, describe, expect, test as plainTest } from "vitest";
import { createIdentityClient, indexedDbPersistence } from "../../identity/src/index.ts";
import { test } from "../src/fixtures/vitest.ts";

/** As an application's module makes them, before any test. */
const identity = createIdentityClient({ apiKey: "demo-key", projectId: "demo-project" });
afterAll(() => identity.dispose());

/** As Google's SDK does at its import. */
const keptFetch = fetch;

for (const time of ["first", "second"])
  test(`a reference to fetch that was kept before the tests reaches the local services of the ${time} test`, async ({
    services,
  }) => {
    const url = "https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key";
    const response = await keptFetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.test", password: "correct horse" }),
    });
    expect([response.status, services.identity.users.size]).toEqual([200, 1]);
  });

const storedSession = () =>
  indexedDbPersistence(indexedDB, "identity-client").read("identity-client:demo-project");

describe.each(["first", "second"])("the %s of two tests in a row with a client made at import", () => {
  describe("a test that begins signed in", () => {
    test.override({ signedInAs: "verified customer" });
    test("a client made at import shows the session of the test, which is stored", async ({ account }) => {
      expect(account?.email).toBe("ada@example.test");
      expect(identity.getState()).toMatchObject({ status: "signed-in", user: { uid: account?.uid } });
      expect(await storedSession()).toBeDefined();
    });
  });

  test("a test after one that began signed in begins without a session, also for a client made at import", async () => {
    expect(identity.getState().status).toBe("signed-out");
    expect(await storedSession()).toBeUndefined();
  });
});

describe("a session stored for another project", () => {
  test.override({ signedInAs: "verified customer", storedSession: { namespace: "other" } });
  test("a stored session that no client reads is named in the log, with the key that a client reads", async () => {
    const texts: unknown[] = [];
    const { warn } = console;
    Object.assign(console, { warn: (text: unknown) => texts.push(text) });
    try {
      await indexedDbPersistence(indexedDB, "other").read("other:another");
    } finally {
      Object.assign(console, { warn });
    }
    expect(texts).toEqual([
      expect.stringContaining(
        'the session is stored as "other:demo-project", but a client reads "other:another"',
      ),
    ]);
  });
});

for (const host of [
  "identitytoolkit.googleapis.com",
  "securetoken.googleapis.com",
  "firestore.googleapis.com",
  "storage.googleapis.com",
  "accounts.google.com",
])
  plainTest(`a call to ${host} that no services answer fails, and never leaves this machine`, async () => {
    const printed: unknown[] = [];
    const { error, warn } = console;
    Object.assign(console, { error: (text: unknown) => printed.push(text), warn: () => {} });
    try {
      await expect(keptFetch(`https://${host}/v1/anything`)).rejects.toThrow();
    } finally {
      Object.assign(console, { error, warn });
    }
    expect(String(printed[0])).toContain(host);
  });

describe("tests that run concurrently", () => {
  test.concurrent
    .fails("a concurrent test is refused, because all would share one fetch", ({ services }) => {
      expect(services.identity.users.size).toBe(0);
    });
});
