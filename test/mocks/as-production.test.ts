import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const EMAIL = "ada@example.test";
const PASSWORD = "correct horse";
const requestUri = "http://localhost/page";

/** Signs in with a mailed link, or adds it to the caller's account. */
async function signInWithEmailLink({ call, services }: Connection, email: string, idToken?: string) {
  await call("accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email });
  const { code: oobCode } = services.outbox.latest(email, "EMAIL_SIGNIN");
  return (await call("accounts:signInWithEmailLink", { email, oobCode, idToken })).body;
}

describe("the address of an account whose password was unlinked", () => {
  const unlink = { deleteProvider: ["password"] };
  const ways: { what: string; prepare(connection: Connection): Promise<void> }[] = [
    {
      what: "its user",
      prepare: async ({ signUp, call }) => {
        const { idToken } = await signUp();
        await call("accounts:update", { idToken, ...unlink });
      },
    },
    {
      what: "an administrator",
      prepare: async ({ signUp, admin }) => {
        const { uid } = await signUp();
        await admin("accounts:update", { localId: uid, ...unlink });
      },
    },
    {
      what: "its user, after the address was verified",
      prepare: async ({ signUp, call, admin }) => {
        const { uid, idToken } = await signUp();
        await admin("accounts:update", { localId: uid, emailVerified: true });
        await call("accounts:update", { idToken, ...unlink });
      },
    },
    {
      what: "its user, who has a phone number too",
      prepare: async ({ signUp, call, admin }) => {
        const { uid, idToken } = await signUp();
        await admin("accounts:update", { localId: uid, phoneNumber: "+15555550100" });
        await call("accounts:update", { idToken, ...unlink });
      },
    },
    {
      what: "its user, with a password and a mailed link",
      prepare: async (connection) => {
        const { idToken } = await connection.signUp();
        await signInWithEmailLink(connection, EMAIL, idToken);
        await connection.call("accounts:update", { idToken, ...unlink });
      },
    },
    {
      what: "its user, who signed in with a mailed link only",
      prepare: async (connection) => {
        const { idToken } = await signInWithEmailLink(connection, EMAIL);
        await connection.call("accounts:update", { idToken, ...unlink });
      },
    },
  ];

  test.each(ways)("stays with the account when $what unlinks the password", async ({ prepare }) => {
    const connection = connect();
    const { call, services, signUp } = connection;
    await prepare(connection);
    const account = services.identity.accountByEmail(EMAIL);
    expect(account).not.toHaveProperty("passwordHash");
    expect(account?.providerUserInfo?.map(({ providerId }) => providerId)).not.toContain("password");
    for (const email of [EMAIL, "Ada@Example.test"])
      expect((await call("accounts:signUp", { email, password: PASSWORD })).word).toBe("EMAIL_EXISTS");
    const other = await signUp("bea@example.test");
    const change = { idToken: other.idToken, email: EMAIL };
    expect((await call("accounts:update", change)).word).toBe("EMAIL_EXISTS");
    expect((await signInWithEmailLink(connection, EMAIL))["localId"]).toBe(account?.localId);
  });
});
