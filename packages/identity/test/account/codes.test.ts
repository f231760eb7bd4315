import { describe, expect, test } from "vitest";
import { ada, createLocal, localTest, signedUp, until } from "../support/local.ts";
import { identity } from "../support/secrets.ts";

describe("mailed codes", () => {
  test("a mailed code resets a forgotten password, and works only once", async () => {
    const { client, server } = await signedUp();
    await identity.signOut(client);
    await identity.sendPasswordResetEmail(client, ada.email, { url: "http://localhost/auth/signin" });
    const { oobCode: code } = await server.mailed("PASSWORD_RESET");
    expect(await identity.verifyPasswordResetCode(client, code)).toBe(ada.email);
    await expect(identity.confirmPasswordReset(client, code, "short")).rejects.toMatchObject({
      code: "weak-password",
    });
    await identity.confirmPasswordReset(client, code, "another horse");
    await expect(identity.confirmPasswordReset(client, code, "third horse")).rejects.toMatchObject({
      code: "invalid-action-code",
    });
    await identity.signInWithPassword(client, { ...ada, password: "another horse" });
  });

  localTest(
    "a password reset ends this browser's session even if its ID token was issued in the same second",
    async () => {
      const { client, services } = await signedUp();
      await identity.sendPasswordResetEmail(client, ada.email);
      services.clock.advance(10_000);
      await identity.getIdToken(client, { forceRefresh: true });
      const { code = "" } = services.outbox.latest(ada.email, "PASSWORD_RESET");
      await identity.confirmPasswordReset(client, code, "another horse");
      expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
    },
  );

  test("a password reset of another account keeps this browser's session", async () => {
    const { client, server } = createLocal();
    const bob = { email: "bob@example.com", password: "battery staple" };
    await identity.signUp(client, bob);
    await identity.signUp(client, ada);
    await identity.sendPasswordResetEmail(client, bob.email);
    const { oobCode } = await server.mailed("PASSWORD_RESET");
    await identity.confirmPasswordReset(client, oobCode, "another horse");
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { email: ada.email } });
  });

  test("a verification code verifies the email address, and cannot reset the password", async () => {
    const { client, server } = await signedUp();
    await identity.sendEmailVerification(client);
    const { oobCode: code } = await server.mailed("VERIFY_EMAIL");
    await expect(identity.verifyPasswordResetCode(client, code)).rejects.toMatchObject({
      code: "invalid-action-code",
    });
    await identity.applyActionCode(client, code);
    await until(() => expect(client.getState()).toMatchObject({ user: { emailVerified: true } }));
  });

  test("a recovery code restores the previous email address", async () => {
    const { client, server } = await signedUp();
    await identity.updateEmail(client, "thief@example.com");
    const { oobCode: code } = await server.mailed("RECOVER_EMAIL");
    expect(await identity.checkActionCode(client, code)).toMatchObject({
      operation: "RECOVER_EMAIL",
      email: ada.email,
    });
    await identity.applyActionCode(client, code);
    await identity.signInWithPassword(client, ada);
  });

  localTest(
    "a changed email address ends a revoked session even if its ID token was issued in the same second",
    async () => {
      const { client, services } = await signedUp();
      await identity.verifyBeforeUpdateEmail(client, "ada@work.example");
      services.clock.advance(10_000);
      await identity.getIdToken(client, { forceRefresh: true });
      const { code = "" } = services.outbox.latest("ada@work.example", "VERIFY_AND_CHANGE_EMAIL");
      // A server may revoke the refresh tokens of an account whose address changes.
      const account = services.identity.accountByEmail(ada.email);
      if (!account) throw new Error("no account");
      const validSince = String(Math.floor(services.clock.now() / 1000));
      services.identity.update(account, { validSince });
      await identity.applyActionCode(client, code);
      await until(() =>
        expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" }),
      );
    },
  );

  test("fetchSignInMethodsForEmail returns an address's methods, or none if enumeration protection is on", async () => {
    const { client, server } = await signedUp();
    expect(await identity.fetchSignInMethodsForEmail(client, ada.email)).toContain("password");
    await server.protectAddresses(true);
    expect(await identity.fetchSignInMethodsForEmail(client, ada.email)).toEqual([]);
  });
});

describe("client-side checks", () => {
  test.each(["/oauth/callback", undefined])(
    "fetchSignInMethodsForEmail rejects without a request if callbackUrl is not absolute: %o",
    async (callbackUrl) => {
      const local = createLocal({ callbackUrl } as object);
      await expect(identity.fetchSignInMethodsForEmail(local.client, ada.email)).rejects.toMatchObject({
        code: "argument-error",
        detail: "callbackUrl",
      });
      expect(local.paths).toEqual([]);
    },
  );

  test("signInWithEmailLink with positional arguments rejects without a request, and names the expected fields", async () => {
    const local = createLocal();
    const positional = identity.signInWithEmailLink as (...input: unknown[]) => Promise<unknown>;
    const link = "http://localhost/?mode=signIn&oobCode=code";
    await expect(positional(local.client, ada.email, link)).rejects.toMatchObject({
      code: "argument-error",
      detail: "email, link",
    });
    expect(local.paths).toEqual([]);
  });

  const { client, paths } = createLocal();
  test("sendPasswordResetEmail with settings of no url names the wrong argument, without a request", async () => {
    const sent = identity.sendPasswordResetEmail(client, ada.email, { url: "" });
    await expect(sent).rejects.toMatchObject({ code: "argument-error", detail: "url" });
    expect(paths).toEqual([]);
  });

  test.each([
    [{ apiKey: "" }, "invalid-api-key"],
    [{ apiKey: "a:b" }, "invalid-api-key"],
    [{ authDomain: "example.com:8080" }, "argument-error: authDomain"],
    [{ projectId: "" }, "argument-error: projectId"],
  ])("creating a client with the options %o throws %s", (options, code) => {
    expect(() => createLocal(options)).toThrow(code);
  });

  test("calls that need a user reject with signed-out while no user is signed in, without a request", async () => {
    await expect(identity.getIdToken(client)).rejects.toMatchObject({ code: "signed-out" });
    await expect(identity.updatePassword(client, "another horse")).rejects.toMatchObject({
      code: "signed-out",
    });
    await expect(identity.deleteUser(client)).rejects.toMatchObject({ code: "signed-out" });
    expect(paths).toEqual([]);
  });

  test("signInWithEmailLink rejects a link that is not a sign-in link", async () => {
    await expect(
      identity.signInWithEmailLink(client, {
        email: ada.email,
        link: "http://localhost/?mode=verifyEmail&oobCode=a",
      }),
    ).rejects.toMatchObject({ code: "argument-error" });
  });
});
