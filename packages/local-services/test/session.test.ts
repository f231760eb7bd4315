import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import { createLocalServices } from "../../../mocks/local-services.ts";
import * as identity from "../../identity/src/index.ts";
import { removeSession, signIn, storedValues, storeSession } from "../src/fixtures/session.ts";

const SCENARIOS = ["verified customer", "google only", "second factor", "sms second factor", "passkey only"];

const signedInAs = (scenario: string) => {
  const services = createLocalServices();
  const { scenarios, issueSession } = services;
  return signIn({ load: scenarios.load, issueSession }, scenario).then((account) => ({ services, account }));
};

/** JSON omits undefined members. */
const withoutAbsent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a stored session", () => {
  test.each(SCENARIOS)(
    'the stored session of the scenario "%s" equals the session after a real sign-in',
    async (scenario) => {
      const { services, account } = await signedInAs(scenario);
      const factory = new IDBFactory();
      await storeSession(account.session, { namespace: "shop" }, factory);
      const client = identity.createIdentityClient({
        apiKey: "example-key",
        projectId: services.projectId,
        namespace: "shop",
        identityToolkitUrl: "http://localhost/identitytoolkit.googleapis.com",
        secureTokenUrl: "http://localhost/securetoken.googleapis.com",
        persistence: identity.indexedDbPersistence(factory, "shop"),
        channel: undefined,
        locks: undefined,
        fetch: async (input, init) => (await services.handle(new Request(input, init))) ?? Response.error(),
      });
      const stored = await client.ready();
      expect(stored).toMatchObject({ status: "signed-in", user: { uid: account.uid, email: account.email } });
      expect(client.getPersistence()).toBe("local");
      // The lookup changes nothing, because the stored user was complete.
      await identity.reload(client);
      expect(withoutAbsent(client.getState())).toEqual(withoutAbsent(stored));
      expect(await identity.getIdToken(client, { forceRefresh: true })).toMatch(/^ey/);
      client.dispose();
    },
  );

  test("storedValues writes a session for the identity client, for Google's SDK, or for both", async () => {
    const { account } = await signedInAs("verified customer");
    const databases = (keeper?: "identity-client" | "google-sdk") =>
      storedValues(account.session, keeper ? { keeper } : {}).map(({ database }) => database);
    expect(databases()).toEqual(["identity-client", "firebaseLocalStorageDb"]);
    expect(databases("identity-client")).toEqual(["identity-client"]);
    expect(databases("google-sdk")).toEqual(["firebaseLocalStorageDb"]);
  });

  test("removeSession removes a stored session, and works in a browser that has none", async () => {
    const { services, account } = await signedInAs("verified customer");
    const { projectId } = services;
    const factory = new IDBFactory();
    const stored = async () => {
      const persistence = identity.indexedDbPersistence(factory, "identity-client");
      return (await persistence.read(`identity-client:${projectId}`)) !== undefined;
    };
    await removeSession({ projectId }, factory);
    await storeSession(account.session, {}, factory);
    expect(await stored()).toBe(true);
    await removeSession({ projectId }, factory);
    expect(await stored()).toBe(false);
  });

  test('the stored session of the scenario "expired session" holds expired tokens', async () => {
    const { services, account } = await signedInAs("expired session");
    const response = await services.handle(
      new Request("http://localhost/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ idToken: account.session.idToken }),
      }),
    );
    expect(response?.status).toBe(400);
  });

  test("storing a session fails for a scenario without an account and for a disabled account", async () => {
    await expect(signedInAs("fresh")).rejects.toThrow('The scenario "fresh" has no account to sign in.');
    await expect(signedInAs("disabled")).rejects.toThrow("USER_DISABLED");
  });
});
