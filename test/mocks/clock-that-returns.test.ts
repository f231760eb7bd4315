import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const EMAIL = "ada@example.test";
const PASSWORD = "correct horse battery";
const YEAR_MS = 365 * 24 * 3_600_000;
type Body = Record<string, unknown>;

const withPassword = async ({ call }: Connection) =>
  (await call("accounts:signInWithPassword", { email: EMAIL, password: PASSWORD })).body;

/** A way to make an account, and a way to sign in to it. */
const ways: {
  what: string;
  make(connection: Connection): Promise<unknown>;
  signIn(connection: Connection): Promise<Body>;
}[] = [
  { what: "a password", make: ({ signUp }) => signUp(EMAIL, PASSWORD), signIn: withPassword },
  {
    what: "a password that an administrator set",
    make: ({ admin }) => admin("accounts", { email: EMAIL, password: PASSWORD }),
    signIn: withPassword,
  },
  {
    what: "an imported password",
    make: ({ admin }) =>
      admin("accounts:batchCreate", { users: [{ localId: "ada", email: EMAIL, rawPassword: PASSWORD }] }),
    signIn: withPassword,
  },
  {
    what: "a mailed link",
    make: async () => {},
    signIn: async ({ call, services }) => {
      await call("accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email: EMAIL });
      const { code: oobCode } = services.outbox.latest(EMAIL);
      return (await call("accounts:signInWithEmailLink", { email: EMAIL, oobCode })).body;
    },
  },
  {
    what: "Google",
    make: async () => {},
    signIn: async ({ call }) => {
      const id_token = JSON.stringify({ sub: "ada", email: EMAIL, email_verified: true });
      const postBody = new URLSearchParams({ providerId: "google.com", id_token }).toString();
      return (await call("accounts:signInWithIdp", { requestUri: "http://localhost", postBody })).body;
    },
  },
  {
    what: "a phone number",
    make: async () => {},
    signIn: async ({ call, services }) => {
      const phoneNumber = "+15555550100";
      const { sessionInfo } = (await call("accounts:sendVerificationCode", { phoneNumber })).body;
      const { code } = services.outbox.latest(phoneNumber);
      return (await call("accounts:signInWithPhoneNumber", { sessionInfo, code })).body;
    },
  },
  {
    what: "an authenticator app",
    make: ({ services }) => services.scenarios.load("second factor", { email: EMAIL }),
    signIn: async (connection) => {
      const { mfaPendingCredential } = await withPassword(connection);
      const [{ mfaEnrollmentId, code: verificationCode } = { mfaEnrollmentId: "", code: "" }] =
        connection.services.totpCodes(EMAIL);
      const fields = { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo: { verificationCode } };
      return (await connection.call2("accounts/mfaSignIn:finalize", fields)).body;
    },
  },
];

const returns: { how: string; move(connection: Connection): void }[] = [
  { how: "is reset", move: ({ services: { clock } }) => clock.reset() },
  { how: "is moved back", move: ({ services: { clock } }) => clock.advance(-YEAR_MS) },
  {
    how: "is frozen and set back",
    move: ({ services: { clock } }) => {
      clock.freeze();
      clock.set(Date.now());
    },
  },
];

describe.each(returns)("after the clock was ahead and $how", ({ move }) => {
  test.each(ways)(
    "an account with $what can sign in, be looked up and be refreshed",
    async ({ make, signIn }) => {
      const connection = connect();
      const { services, call, refresh } = connection;
      services.clock.advance(YEAR_MS);
      await make(connection);
      await signIn(connection);
      move(connection);
      for (const _ of ["first", "second"]) {
        const { idToken, refreshToken } = await signIn(connection);
        expect((await call("accounts:lookup", { idToken })).status).toBe(200);
        const exchanged = await refresh(String(refreshToken));
        expect((await call("accounts:lookup", { idToken: exchanged.body["id_token"] })).status).toBe(200);
        expect((await call("accounts:update", { idToken, displayName: "Ada" })).status).toBe(200);
        services.clock.advance(60_000);
      }
      expect(services.identity.users.size).toBe(1);
    },
  );
});

test("a session from before a password change stays revoked when the clock returns, and a new one is not", async () => {
  const connection = connect();
  const { services, signUp, call, refresh } = connection;
  const early = await signUp(EMAIL, "the first password");
  services.clock.advance(60_000);
  const { uid } = early;
  await connection.admin("accounts:update", { localId: uid, password: PASSWORD });
  services.clock.reset();
  const { idToken } = await withPassword(connection);
  expect((await call("accounts:lookup", { idToken })).status).toBe(200);
  expect((await call("accounts:lookup", { idToken: early.idToken })).word).toBe("TOKEN_EXPIRED");
  expect((await refresh(early.refreshToken)).word).toBe("TOKEN_EXPIRED");
});

test("attempts from when the clock was ahead do not count for a rate limit after it returns", async () => {
  const connection = connect();
  const { services, signUp, call } = connection;
  services.identity.settings.rateLimits.signIn = { max: 1, windowS: 60 };
  await signUp(EMAIL, PASSWORD);
  services.clock.advance(YEAR_MS);
  await call("accounts:signInWithPassword", { email: EMAIL, password: "wrong" });
  services.clock.reset();
  expect(await withPassword(connection)).toHaveProperty("idToken");
});
