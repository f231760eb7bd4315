import { describe, expect, test } from "vitest";
import { ada, createLocal, localTest, signedUp, until } from "../support/local.ts";
import { identity } from "../support/secrets.ts";

describe("changes of an account", () => {
  test("updateProfile sets and removes the display name and the picture without a lookup request", async () => {
    const { client, paths } = await signedUp();
    const photoURL = "https://pictures.example/ada.png";
    expect(await identity.updateProfile(client, { displayName: "Ada", photoURL })).toMatchObject({
      displayName: "Ada",
      photoURL,
    });
    expect(client.getState()).toMatchObject({ user: { displayName: "Ada" } });
    expect(paths).toEqual(["v1/accounts:update"]);
    const user = await identity.updateProfile(client, { photoURL: null });
    expect(user).toMatchObject({ displayName: "Ada", photoURL: undefined });
    const read = await identity.reload(client);
    expect(read.displayName).toBe("Ada");
    expect(read.photoURL).toBeUndefined();
  });

  test("updatePassword replaces the password and keeps the session", async () => {
    const { client } = await signedUp();
    await identity.updatePassword(client, "another horse");
    await expect(identity.getIdToken(client, { forceRefresh: true })).resolves.toEqual(expect.any(String));
    await identity.signOut(client);
    await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject({ code: "wrong-password" });
    await identity.signInWithPassword(client, { ...ada, password: "another horse" });
  });

  test("updateEmail changes the address at once, verifyBeforeUpdateEmail with a mailed code", async () => {
    const { client, server } = await signedUp();
    expect(await identity.updateEmail(client, "ada@work.example")).toBe("changed");
    expect(client.getState()).toMatchObject({ user: { email: "ada@work.example", emailVerified: false } });
    await identity.verifyBeforeUpdateEmail(client, "ada@home.example");
    const { oobCode } = await server.mailed("VERIFY_AND_CHANGE_EMAIL");
    const info = await identity.checkActionCode(client, oobCode);
    expect(info).toMatchObject({ email: "ada@home.example", previousEmail: "ada@work.example" });
    await identity.applyActionCode(client, oobCode);
    expect(await identity.reload(client)).toMatchObject({ email: "ada@home.example", emailVerified: true });
  });

  localTest("updateEmail sends a confirmation mail if enumeration protection is on", async () => {
    const { client, server } = await signedUp();
    await server.protectAddresses(true);
    expect(await identity.updateEmail(client, "ada@home.example")).toBe("verification-sent");
    expect(client.getState()).toMatchObject({ user: { email: ada.email } });
  });

  localTest("a change that needs a recent sign-in succeeds after re-authentication", async () => {
    const { client, services, user } = await signedUp();
    services.clock.advance(services.identity.settings.recentSignInWindowS * 1000 + 60_000);
    client.clockMoved();
    const change = () => identity.updatePassword(client, "another horse");
    await expect(change()).rejects.toMatchObject({ code: "requires-recent-login" });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect((await identity.reauthenticateWithPassword(client, ada)).uid).toBe(user.uid);
    await change();
  });

  test("re-authentication accepts the same user, and refuses a wrong password and another user", async () => {
    const { client, user } = await signedUp();
    expect((await identity.reauthenticateWithPassword(client, ada)).uid).toBe(user.uid);
    await expect(
      identity.reauthenticateWithPassword(client, { ...ada, password: "wrong-horse" }),
    ).rejects.toMatchObject({ code: "wrong-password" });
    const eve = { email: "eve@example.com", password: "eves horse" };
    await identity.signUp(client, eve);
    await identity.signInWithPassword(client, ada);
    await expect(identity.reauthenticateWithPassword(client, eve)).rejects.toMatchObject({
      code: "user-mismatch",
    });
    expect(client.getState()).toMatchObject({ user: { email: ada.email } });
  });

  localTest(
    "re-authentication rejects with user-token-expired if the session is revoked after the proof",
    async () => {
      const { client, services } = await signedUp();
      client.onEvent(({ type }) => {
        if (type !== "tokens-replaced") return;
        services.clock.advance(2000);
        const account = services.identity.accountByEmail(ada.email);
        const validSince = String(Math.floor(services.clock.now() / 1000));
        if (account) services.identity.update(account, { validSince });
      });
      await expect(identity.reauthenticateWithPassword(client, ada)).rejects.toMatchObject({
        code: "user-token-expired",
      });
      expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
    },
  );

  test("deleting the account ends the session and frees the email address for a new account", async () => {
    const { client } = await signedUp();
    await identity.deleteUser(client);
    expect(client.getState()).toEqual({ status: "signed-out" });
    await identity.signUp(client, ada);
  });
});

describe("a session and its account", () => {
  test("ten concurrent forced refreshes make one exchange, for a token of the same user", async () => {
    const { client, paths, user } = await signedUp();
    const refresh = () => identity.getIdToken(client, { forceRefresh: true });
    await Promise.all(Array.from({ length: 10 }, refresh));
    expect(paths).toEqual(["v1/token"]);
    expect(await identity.getIdTokenClaims(client)).toMatchObject({ sub: user.uid, aud: "demo-project" });
  });

  test("a user whose account is disabled is signed out with the reason", async () => {
    const { client, server, user } = await signedUp();
    await server.disable(user.uid);
    await expect(identity.reload(client)).rejects.toMatchObject({ code: "user-disabled" });
    expect(client.getState()).toEqual({ status: "signed-out", reason: "user-disabled" });
  });

  test("a user whose account is deleted elsewhere is signed out", async () => {
    const { client, server, user } = await signedUp();
    await server.delete(user.uid);
    await expect(identity.reload(client)).rejects.toMatchObject({ code: expect.any(String) });
    expect(client.getState()).toMatchObject({ status: "signed-out", reason: expect.any(String) });
  });

  test("a new client restores the session that an earlier client stored", async () => {
    const { client, open, user } = await signedUp({ persistence: identity.memoryPersistence() });
    client.dispose();
    const next = open();
    await until(() => expect(next.getState()).toMatchObject({ user: { uid: user.uid } }));
  });
});

localTest("validatePassword names the project's password rules that a password breaks", async () => {
  const { client, services } = createLocal();
  Object.assign(services.identity.settings.passwordPolicy, {
    minPasswordLength: 8,
    containsNumericCharacter: true,
    containsUppercaseCharacter: true,
  });
  expect(await identity.fetchPasswordPolicy(client)).toEqual({
    isEnforced: false,
    minLength: 8,
    requires: ["uppercase-letter", "digit"],
  });
  services.identity.settings.passwordPolicy.enforcementState = "ENFORCE";
  expect((await identity.fetchPasswordPolicy(client)).isEnforced).toBe(true);
  expect(await identity.validatePassword(client, "short")).toEqual([
    "too-short",
    "no-uppercase-letter",
    "no-digit",
  ]);
  expect(await identity.validatePassword(client, "Long enough 1")).toEqual([]);
});
