import { describe, expect, test } from "vitest";
import { computeTotpCode } from "../../mocks/identity-toolkit/proofs/totp.ts";
import { type Connection, connect } from "./support.ts";

/** Enrolls another authenticator app, as a client does, with a session of the account. */
async function enrollApp({ call2, services }: Connection, uid: string, displayName: string) {
  const { idToken } = await services.issueSession(uid);
  const { body } = await call2("accounts/mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} });
  const { sessionInfo, sharedSecretKey } = body["totpSessionInfo"] as Record<string, string>;
  const verificationCode = computeTotpCode(String(sharedSecretKey), services.clock.now());
  await call2("accounts/mfaEnrollment:finalize", {
    idToken,
    displayName,
    totpVerificationInfo: { sessionInfo, verificationCode },
  });
}

/** Signs in with each authenticator app of the account. */
async function signInWithApps({ call, call2, services }: Connection, email: string) {
  const statuses: number[] = [];
  for (const { mfaEnrollmentId, code } of services.totpCodes(email)) {
    const fields = { email, password: "correct horse battery" };
    const { mfaPendingCredential } = (await call("accounts:signInWithPassword", fields)).body;
    const totpVerificationInfo = { verificationCode: code };
    const finalize = { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo };
    statuses.push((await call2("accounts/mfaSignIn:finalize", finalize)).status);
  }
  return statuses;
}

const secretsOf = ({ services }: Connection): string[] =>
  [...services.identity.totp.values()].map(({ secret }) => secret);

/** Accounts of scenarios, some with one more app. */
const accountsWithApps: { what: string; scenario: string; more?: string; apps?: number }[] = [
  { what: "one app", scenario: "second factor" },
  { what: "two apps", scenario: "second factor", more: "Tablet", apps: 2 },
  { what: "an app without a name", scenario: "verified customer", more: "" },
  { what: "an app and a phone", scenario: "sms second factor", more: "App" },
  { what: "an app and a passkey", scenario: "password and passkey", more: "App" },
  { what: "an app and a provider", scenario: "password and google", more: "App" },
];

async function withApps({ scenario, more }: (typeof accountsWithApps)[number]): Promise<Connection> {
  const connection = connect();
  const { uid } = await connection.services.scenarios.load(scenario, { email: "tom@example.test" });
  if (more !== undefined) await enrollApp(connection, uid, more);
  return connection;
}

describe("authenticator apps", () => {
  test.each(accountsWithApps)(
    "an account with $what survives its own export and import, with the secrets",
    async ({ apps = 1, ...account }) => {
      const before = await withApps(account);
      const { body: file } = await before.send("/__local/export");
      const after = connect({ seed: 2 });
      // The second time, the import replaces the account.
      for (const _ of [1, 2])
        expect((await after.post("/__local/import", file)).body).toEqual({ imported: 1, refused: [] });
      expect((await after.send("/__local/export")).body).toEqual(file);
      expect(secretsOf(after)).toEqual(secretsOf(before));
      const factors = ({ services }: Connection) =>
        services.identity.accountByEmail("tom@example.test")?.mfaInfo;
      expect(factors(after)).toEqual(factors(before));
      expect(await signInWithApps(after, "tom@example.test")).toEqual(Array(apps).fill(200));
    },
  );

  test.each(accountsWithApps)(
    "batchCreate takes the exported row of an account with $what",
    async ({ apps = 1, ...account }) => {
      const before = await withApps(account);
      const { users } = before.services.exportAccounts();
      const after = connect({ seed: 2 });
      expect((await after.admin("accounts:batchCreate", { users })).body["error"]).toEqual([]);
      expect(secretsOf(after)).toEqual(secretsOf(before));
      expect(await signInWithApps(after, "tom@example.test")).toEqual(Array(apps).fill(200));
    },
  );

  test("a row without a secret, as in Google's files, gets a new secret", async () => {
    const connection = connect();
    const { services, admin, call } = connection;
    const row = {
      localId: "tom",
      email: "tom@example.test",
      emailVerified: true,
      rawPassword: "correct horse battery",
    };
    const mfaInfo = [{ mfaEnrollmentId: "app", totpInfo: {} }];
    await admin("accounts:batchCreate", { users: [{ ...row, mfaInfo }] });
    expect(secretsOf(connection)).toEqual([expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    expect(await signInWithApps(connection, "tom@example.test")).toEqual([200]);
    const { body } = await call("accounts:signInWithPassword", {
      email: row.email,
      password: row.rawPassword,
    });
    expect(body["mfaInfo"], "only a file of accounts has the secret").toEqual([
      { mfaEnrollmentId: "app", totpInfo: {}, enrolledAt: expect.any(String) },
    ]);
    expect(services.identity.account("tom")?.mfaInfo).toEqual(body["mfaInfo"]);
  });

  test("a deleted account leaves no secret behind", async () => {
    const connection = connect();
    const { uid } = await connection.services.scenarios.load("second factor");
    await connection.admin("accounts:delete", { localId: uid });
    expect(secretsOf(connection)).toEqual([]);
  });
});

test.each([
  "verified customer",
  "google only",
  "password and google",
  "sms second factor",
  "passkey only",
  "password and passkey",
  "disabled",
  "crowd",
])('an export of the scenario "%s", imported and exported again, is the same file', async (scenario) => {
  const { services } = connect();
  await services.scenarios.load(scenario);
  const file = services.exportAccounts();
  const { services: others } = connect();
  others.importAccounts(JSON.parse(JSON.stringify(file)));
  expect(others.exportAccounts()).toEqual(file);
});

test("an account that signs in with mailed links can do so after an export and an import", async () => {
  const before = connect();
  const email = "ada@example.test";
  await before.call("accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email });
  const { code: oobCode } = before.services.outbox.latest(email);
  await before.call("accounts:signInWithEmailLink", { email, oobCode });
  const after = connect();
  after.services.importAccounts(before.services.exportAccounts());
  const methods = async ({ call }: Connection) =>
    (await call("accounts:createAuthUri", { identifier: email, continueUri: "http://localhost" })).body[
      "signinMethods"
    ];
  expect(await methods(after)).toEqual(await methods(before));
});
