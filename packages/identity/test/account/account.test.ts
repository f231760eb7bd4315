import { describe, expect, test, vi } from "vitest";
import { createLocal } from "../support/local.ts";
import { identity } from "../support/secrets.ts";

const ada = { email: "ada@example.com", password: "correct horse" };
const until = (check: () => void) => vi.waitFor(check, { timeout: 2000, interval: 5 });
const signedUp = async () => {
  const local = createLocal();
  const user = await identity.signUp(local.client, ada);
  await until(() =>
    expect(local.client.getState()).toMatchObject({ user: { createdAt: expect.any(Number) } }),
  );
  local.paths.length = 0;
  return { ...local, user };
};

describe("sign-up and sign-in", () => {
  test("an account can be made, left and entered again", async () => {
    const { client, user } = await signedUp();
    expect(user).toMatchObject({ email: ada.email, emailVerified: false, isAnonymous: false });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
    await identity.signOut(client);
    expect(client.getState()).toEqual({ status: "signed-out" });
    const again = await identity.signInWithPassword(client, ada);
    expect(again.uid).toBe(user.uid);
  });

  test.each([
    [{ ...ada, password: "wrong-horse" }, "wrong-password"],
    [{ ...ada, email: "nobody@example.com" }, "user-not-found"],
    [{ ...ada, email: "no address" }, "invalid-email"],
    [{ ...ada, password: "" }, "missing-password"],
  ])("a sign-in with %o is refused with %s", async (credential, code) => {
    const { client } = await signedUp();
    await identity.signOut(client);
    await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({ code });
    expect(client.getState()).toEqual({ status: "signed-out" });
  });

  test.each([
    [ada, "email-already-in-use"],
    [{ email: "new@example.com", password: "short" }, "weak-password"],
  ])("a sign-up with %o is refused with %s", async (credential, code) => {
    const { client } = await signedUp();
    await expect(identity.signUp(client, credential)).rejects.toMatchObject({ code });
  });

  test("an anonymous account becomes a real one by a password, and keeps its ID", async () => {
    const { client } = createLocal();
    const nobody = await identity.signInAnonymously(client);
    expect(nobody).toMatchObject({ isAnonymous: true, providerData: [] });
    expect((await identity.signInAnonymously(client)).uid).toBe(nobody.uid);
    const user = await identity.linkWithCredential(client, identity.passwordCredential(ada));
    expect(user).toMatchObject({ uid: nobody.uid, isAnonymous: false, email: ada.email });
    await expect(identity.linkWithCredential(client, identity.passwordCredential(ada))).rejects.toMatchObject(
      { code: "provider-already-linked" },
    );
  });

  test("a custom token signs in as whom it names", async () => {
    const { client } = createLocal();
    const token = JSON.stringify({ uid: "from-our-server" });
    const user = await identity.signInWithCustomToken(client, token);
    expect(user.uid).toBe("from-our-server");
  });

  test("a mailed link signs in", async () => {
    const { client, services } = createLocal();
    const settings = { url: "http://localhost/finish", handleCodeInApp: true };
    await identity.sendSignInLinkToEmail(client, ada.email, settings);
    const link = services.outbox.latest(ada.email, "EMAIL_SIGNIN").actionLink ?? "";
    expect(identity.isSignInWithEmailLink(link)).toBe(true);
    const user = await identity.signInWithEmailLink(client, { email: ada.email, link });
    expect(user).toMatchObject({ email: ada.email, emailVerified: true });
    await expect(identity.signInWithEmailLink(client, { email: ada.email, link })).rejects.toMatchObject({
      code: "invalid-action-code",
    });
  });

  test("a code sent to a phone signs in", async () => {
    const { client, services } = createLocal();
    const verifier = { verify: async () => "human" };
    const sent = await identity.signInWithPhoneNumber(client, "+15555550100", verifier);
    await expect(sent.confirm("000000x")).rejects.toMatchObject({ code: "invalid-verification-code" });
    const user = await sent.confirm(services.outbox.latest("+15555550100").code ?? "");
    expect(user).toMatchObject({ phoneNumber: "+15555550100", isAnonymous: false });
  });
});

describe("changes of an account", () => {
  test("name and picture are set and taken away, without a lookup", async () => {
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
    expect(await identity.reload(client)).toMatchObject({ displayName: "Ada", photoURL: undefined });
  });

  test("a new password works, the old one does not, and the session goes on", async () => {
    const { client } = await signedUp();
    await identity.updatePassword(client, "another horse");
    await expect(identity.getIdToken(client, { forceRefresh: true })).resolves.toEqual(expect.any(String));
    await identity.signOut(client);
    await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject({ code: "wrong-password" });
    await identity.signInWithPassword(client, { ...ada, password: "another horse" });
  });

  test("an address changes at once, or by a mail where the project protects addresses", async () => {
    const { client, services } = await signedUp();
    expect(await identity.updateEmail(client, "ada@work.example")).toBe("changed");
    expect(client.getState()).toMatchObject({ user: { email: "ada@work.example", emailVerified: false } });
    services.identity.settings.enumerationProtection = true;
    expect(await identity.updateEmail(client, "ada@home.example")).toBe("verification-sent");
    const { code } = services.outbox.latest("ada@home.example", "VERIFY_AND_CHANGE_EMAIL");
    const info = await identity.checkActionCode(client, code ?? "");
    expect(info).toMatchObject({ email: "ada@home.example", previousEmail: "ada@work.example" });
    await identity.applyActionCode(client, code ?? "");
    expect(await identity.reload(client)).toMatchObject({ email: "ada@home.example", emailVerified: true });
  });

  test("what needs a recent sign-in can be done after proving once more who it is", async () => {
    const { client, services, user } = await signedUp();
    services.clock.advance(services.identity.settings.recentSignInWindowS * 1000 + 60_000);
    client.clockMoved();
    const change = () => identity.updatePassword(client, "another horse");
    await expect(change()).rejects.toMatchObject({ code: "requires-recent-login" });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    await expect(
      identity.reauthenticateWithPassword(client, { ...ada, password: "wrong-horse" }),
    ).rejects.toMatchObject({ code: "wrong-password" });
    expect((await identity.reauthenticateWithPassword(client, ada)).uid).toBe(user.uid);
    await change();
  });

  test("somebody else's credential is no proof", async () => {
    const { client } = await signedUp();
    const eve = { email: "eve@example.com", password: "eves horse" };
    await identity.signUp(client, eve);
    await identity.signInWithPassword(client, ada);
    await expect(identity.reauthenticateWithPassword(client, eve)).rejects.toMatchObject({
      code: "user-mismatch",
    });
    expect(client.getState()).toMatchObject({ user: { email: ada.email } });
  });

  test("a provider is linked and taken away again", async () => {
    const { client } = await signedUp();
    const idToken = JSON.stringify({ sub: "google-ada", email: "ada@gmail.example", email_verified: true });
    const google = identity.providerCredential({ providerId: "google.com", idToken });
    const user = await identity.linkWithCredential(client, google);
    expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(["google.com", "password"]);
    await expect(identity.unlink(client, "github.com")).rejects.toMatchObject({ code: "no-such-provider" });
    const left = await identity.unlink(client, "google.com");
    expect(left.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
  });

  test("deleting the account ends the session, and the address is free again", async () => {
    const { client } = await signedUp();
    await identity.deleteUser(client);
    expect(client.getState()).toEqual({ status: "signed-out" });
    await identity.signUp(client, ada);
  });
});

describe("mailed codes", () => {
  test("a forgotten password is replaced through the mailed code, once", async () => {
    const { client, services } = await signedUp();
    await identity.signOut(client);
    await identity.sendPasswordResetEmail(client, ada.email, { url: "http://localhost/auth/signin" });
    const code = services.outbox.latest(ada.email, "PASSWORD_RESET").code ?? "";
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

  test("an address is verified, and a code of another kind resets no password", async () => {
    const { client, services } = await signedUp();
    await identity.sendEmailVerification(client);
    const code = services.outbox.latest(ada.email, "VERIFY_EMAIL").code ?? "";
    await expect(identity.verifyPasswordResetCode(client, code)).rejects.toMatchObject({
      code: "invalid-action-code",
    });
    await identity.applyActionCode(client, code);
    await until(() => expect(client.getState()).toMatchObject({ user: { emailVerified: true } }));
  });

  test("a changed address can be set back", async () => {
    const { client, services } = await signedUp();
    await identity.updateEmail(client, "thief@example.com");
    const code = services.outbox.latest(ada.email, "RECOVER_EMAIL").code ?? "";
    expect(await identity.checkActionCode(client, code)).toMatchObject({
      operation: "RECOVER_EMAIL",
      email: ada.email,
      previousEmail: "thief@example.com",
    });
    await identity.applyActionCode(client, code);
    await identity.signInWithPassword(client, ada);
  });

  test("the methods of an address are told, unless the project keeps them to itself", async () => {
    const { client, services } = await signedUp();
    expect(await identity.fetchSignInMethodsForEmail(client, ada.email)).toContain("password");
    services.identity.settings.enumerationProtection = true;
    expect(await identity.fetchSignInMethodsForEmail(client, ada.email)).toEqual([]);
  });
});

describe("second factors", () => {
  const withTotp = async () => {
    const local = await signedUp();
    await identity.sendEmailVerification(local.client);
    await identity.applyActionCode(local.client, local.services.outbox.latest(ada.email).code ?? "");
    const secret = await identity.startTotpEnrollment(local.client);
    const wrong = secret.enroll("000000x", "Phone");
    await expect(wrong).rejects.toMatchObject({ code: "invalid-verification-code" });
    const { totpCode, totpStep } = await import("../../../../mocks/identity-toolkit/totp.ts");
    const code = () => totpCode(secret.secretKey, totpStep(local.services.clock.now()));
    const user = await secret.enroll(await code(), "My app");
    return { ...local, secret, code, user };
  };

  test("an authenticator app is enrolled, asked for at sign-in, and taken away", async () => {
    const { client, services, secret, code, user } = await withTotp();
    expect(user.enrolledFactors).toMatchObject([{ factorId: "totp", displayName: "My app" }]);
    expect(secret.uriFor("Tally & bin", "ada@example.com")).toMatch(
      /^otpauth:\/\/totp\/Tally%20%26%20bin:ada%40example.com\?secret=[A-Z2-7]+&issuer=Tally%20%26%20bin&algorithm=SHA1&digits=6&period=30$/,
    );
    await identity.signOut(client);
    services.clock.advance(60_000);
    const error = await identity.signInWithPassword(client, ada).catch((error) => error);
    expect(error).toMatchObject({ code: "multi-factor-auth-required" });
    expect(client.getState()).toEqual({ status: "signed-out" });
    const resolver = identity.getMultiFactorResolver(client, error);
    const [hint] = resolver.hints;
    if (!hint) throw new Error("no hint");
    await resolver.resolveWithTotp(hint, await code());
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(await identity.getIdTokenClaims(client)).toMatchObject({
      firebase: { sign_in_second_factor: "totp" },
    });
    const left = await identity.unenroll(client, hint.uid);
    expect(left.enrolledFactors).toEqual([]);
  });

  test("proving once more who it is asks for the second factor, too", async () => {
    const { client, services, code, user } = await withTotp();
    services.clock.advance(60_000);
    const error = await identity.reauthenticateWithPassword(client, ada).catch((error) => error);
    const resolver = identity.getMultiFactorResolver(client, error);
    const [hint] = resolver.hints;
    if (!hint) throw new Error("no hint");
    expect((await resolver.resolveWithTotp(hint, await code())).uid).toBe(user.uid);
    await identity.updatePassword(client, "another horse");
  });

  test("a phone is enrolled and asked for", async () => {
    const { client, services } = await signedUp();
    const verifier = { verify: async () => "human" };
    await identity.sendEmailVerification(client);
    await identity.applyActionCode(client, services.outbox.latest(ada.email).code ?? "");
    const phone = await identity.startPhoneEnrollment(client, "+15555550101", verifier);
    await phone.enroll(services.outbox.latest("+15555550101").code ?? "");
    await identity.signOut(client);
    const error = await identity.signInWithPassword(client, ada).catch((error) => error);
    const resolver = identity.getMultiFactorResolver(client, error);
    const [hint] = resolver.hints;
    if (!hint) throw new Error("no hint");
    expect(hint.phoneNumber).toMatch(/0101$/);
    const verificationId = await resolver.sendCode(hint, verifier);
    await resolver.resolveWithPhone(verificationId, services.outbox.latest("+15555550101").code ?? "");
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  });

  test("any other error asks for none", () => {
    const { client } = createLocal();
    expect(() =>
      identity.getMultiFactorResolver(client, new identity.IdentityError("wrong-password")),
    ).toThrow("argument-error");
  });
});

test("a password is checked against the rules of the project", async () => {
  const { client, services } = createLocal();
  Object.assign(services.identity.settings.passwordPolicy, {
    minPasswordLength: 8,
    containsNumericCharacter: true,
    containsUppercaseCharacter: true,
  });
  expect(await identity.validatePassword(client, "short")).toEqual([
    "too-short",
    "no-uppercase-letter",
    "no-digit",
  ]);
  expect(await identity.validatePassword(client, "Long enough 1")).toEqual([]);
});

describe("checked before any request", () => {
  const { client, paths } = createLocal();
  const send = (settings: object) =>
    identity.sendPasswordResetEmail(client, ada.email, { url: "http://localhost", ...settings });

  test.each([
    [{ url: "" }, "invalid-continue-uri"],
    [{ iOS: { bundleId: "" } }, "missing-ios-bundle-id"],
    [{ android: { packageName: "" } }, "missing-android-pkg-name"],
    [{ linkDomain: "" }, "invalid-hosting-link-domain"],
  ])("the settings of a mail: %o is refused with %s", async (settings, code) => {
    await expect(send(settings)).rejects.toMatchObject({ code });
    expect(paths).toEqual([]);
  });

  test.each([
    [{ apiKey: "" }, "invalid-api-key"],
    [{ apiKey: "a:b" }, "invalid-api-key"],
    [{ authDomain: "example.com:8080" }, "invalid-auth-domain"],
  ])("the client's own options: %o are refused with %s", (options, code) => {
    expect(() => createLocal(options)).toThrow(code);
  });

  test("whoever is signed out is told so", async () => {
    await expect(identity.getIdToken(client)).rejects.toMatchObject({ code: "signed-out" });
    await expect(identity.updatePassword(client, "another horse")).rejects.toMatchObject({
      code: "signed-out",
    });
    await expect(identity.deleteUser(client)).rejects.toMatchObject({ code: "signed-out" });
    expect(paths).toEqual([]);
  });

  test("a link that is no sign-in link is refused", async () => {
    await expect(
      identity.signInWithEmailLink(client, {
        email: ada.email,
        link: "http://localhost/?mode=verifyEmail&oobCode=a",
      }),
    ).rejects.toMatchObject({ code: "argument-error" });
  });
});
