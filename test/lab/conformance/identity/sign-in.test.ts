import { beforeEach, expect, test, vi } from "vitest";
import * as identity from "../../../../packages/identity/src/index.ts";
import { connect, emulator, newPerson, providerToken } from "./emulator.ts";

beforeEach(emulator.reset);

const verifier = { verify: async () => "human" };

test("the client signs a user up, out and in again, and looks up the account's creation time", async () => {
  const client = connect();
  const ada = newPerson();
  const user = await identity.signUp(client, ada);
  expect(user).toMatchObject({ email: ada.email, emailVerified: false, isAnonymous: false });
  await vi.waitFor(() =>
    expect(client.getState()).toMatchObject({ user: { createdAt: expect.any(Number) } }),
  );
  await identity.signOut(client);
  expect((await identity.signInWithPassword(client, ada)).uid).toBe(user.uid);
});

test.each([
  ["wrong-password", { password: "wrong horse" }],
  ["user-not-found", { email: "nobody@example.com" }],
  ["invalid-email", { email: "no address" }],
  ["missing-password", { password: "" }],
])("a password sign-in is refused with the code %s", async (code, change) => {
  const client = connect();
  const ada = newPerson();
  await identity.signUp(client, ada);
  await expect(identity.signInWithPassword(client, { ...ada, ...change })).rejects.toMatchObject({ code });
});

test("with enumeration protection, an unknown address and a wrong password give the same error", async () => {
  await emulator.protectAddresses(true);
  const client = connect();
  const ada = newPerson();
  await identity.signUp(client, ada);
  for (const change of [{ password: "wrong horse" }, { email: "nobody@example.com" }]) {
    await expect(identity.signInWithPassword(client, { ...ada, ...change })).rejects.toMatchObject({
      code: "invalid-credential",
    });
  }
  expect(await identity.fetchSignInMethodsForEmail(client, ada.email)).toEqual([]);
});

test.each([
  ["email-already-in-use", {}],
  ["weak-password", { email: "else@example.com", password: "short" }],
])("a sign-up is refused with the code %s", async (code, change) => {
  const client = connect();
  const ada = newPerson();
  await identity.signUp(client, ada);
  await expect(identity.signUp(client, { ...ada, ...change })).rejects.toMatchObject({ code });
});

test("the client turns an anonymous account into an account with a password", async () => {
  const client = connect();
  const anonymous = await identity.signInAnonymously(client);
  expect(anonymous.isAnonymous).toBe(true);
  const user = await identity.linkWithCredential(client, identity.passwordCredential(newPerson()));
  expect(user).toMatchObject({ uid: anonymous.uid, isAnonymous: false });
});

test("the client signs in with a custom token", async () => {
  const client = connect();
  const user = await identity.signInWithCustomToken(
    client,
    JSON.stringify({ uid: "ours", claims: { role: "b" } }),
  );
  expect(user.uid).toBe("ours");
  expect(await identity.getIdTokenClaims(client)).toMatchObject({
    role: "b",
    firebase: { sign_in_provider: "custom" },
  });
  await expect(identity.signInWithCustomToken(client, "{broken")).rejects.toMatchObject({
    code: "invalid-custom-token",
  });
});

test("the client signs in with a mailed link", async () => {
  const client = connect();
  const { email } = newPerson();
  await identity.sendSignInLinkToEmail(client, email, {
    url: "http://localhost/finish",
    handleCodeInApp: true,
  });
  const { oobLink: link } = await emulator.mailed("EMAIL_SIGNIN");
  expect(identity.isSignInWithEmailLink(link)).toBe(true);
  await expect(
    identity.signInWithEmailLink(client, { email: "else@example.com", link }),
  ).rejects.toMatchObject({
    code: "invalid-email",
  });
  expect(await identity.signInWithEmailLink(client, { email, link })).toMatchObject({
    user: { email, emailVerified: true },
    isNewUser: true,
  });
  await expect(identity.signInWithEmailLink(client, { email, link })).rejects.toMatchObject({
    code: "invalid-action-code",
  });
});

test("the client signs in by phone, and reports a phone number that belongs to another account", async () => {
  const client = connect();
  const sent = await identity.signInWithPhoneNumber(client, "+15555550100", verifier);
  await expect(sent.confirm("no code")).rejects.toMatchObject({ code: "invalid-verification-code" });
  const user = await sent.confirm(await emulator.texted("+15555550100"));
  expect(user).toMatchObject({ phoneNumber: "+15555550100", isAnonymous: false });

  await identity.signUp(client, newPerson());
  const verificationId = await identity.sendPhoneCode(client, "+15555550100", verifier);
  const code = await emulator.texted("+15555550100");
  const error = await identity
    .linkWithCredential(client, identity.phoneCredential({ verificationId, code }))
    .catch((error) => error);
  expect(error).toMatchObject({ code: "account-exists-with-different-credential" });
  const credential = identity.phoneCredentialFromError(error);
  if (!credential) throw new Error("the proof was not kept");
  expect((await identity.signInWithCredential(client, credential)).uid).toBe(user.uid);
});

test("the client signs in with a provider, links and unlinks a provider, and reports a provider that is linked already", async () => {
  const client = connect();
  const google = identity.providerCredential({
    providerId: "google.com",
    idToken: providerToken("google-ada"),
  });
  const user = await identity.signInWithCredential(client, google);
  expect(user).toMatchObject({ email: "google-ada@gmail.example", emailVerified: true });
  await expect(identity.linkWithCredential(client, google)).rejects.toMatchObject({
    code: "provider-already-linked",
  });

  await identity.signUp(client, newPerson());
  const taken = await identity.linkWithCredential(client, google).catch((error) => error);
  expect(taken).toMatchObject({ code: "credential-already-in-use" });
  expect(identity.credentialFromError(taken)).toMatchObject({ providerId: "google.com" });

  const github = identity.providerCredential({ providerId: "github.com", idToken: providerToken("hub") });
  const both = await identity.linkWithCredential(client, github);
  expect(both.providerData.map(({ providerId }) => providerId).sort()).toEqual(["github.com", "password"]);
  const left = await identity.unlink(client, "github.com");
  expect(left.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
});

test("a provider's unverified address opens no existing account, but the signed-in user can link the provider", async () => {
  const client = connect();
  const ada = newPerson();
  const user = await identity.signUp(client, ada);
  await identity.signOut(client);
  const unverified = providerToken("hub-ada", { email: ada.email, email_verified: false });
  const github = identity.providerCredential({ providerId: "github.com", idToken: unverified });
  const error = await identity.signInWithCredential(client, github).catch((error) => error);
  expect(error).toMatchObject({ code: "account-exists-with-different-credential" });
  const kept = identity.credentialFromError(error);
  expect(kept).toMatchObject({ providerId: "github.com", email: ada.email });
  await identity.signInWithPassword(client, ada);
  if (kept) expect((await identity.linkWithCredential(client, kept)).uid).toBe(user.uid);
});

test("the client signs in with a second factor by text message", async () => {
  const client = connect();
  const ada = newPerson();
  await identity.signUp(client, ada);
  await identity.sendEmailVerification(client);
  await identity.applyActionCode(client, (await emulator.mailed("VERIFY_EMAIL")).oobCode);
  const phone = await identity.startPhoneEnrollment(client, "+15555550101", verifier);
  const enrolled = await phone.enroll(await emulator.texted("+15555550101"), "My phone");
  expect(enrolled.enrolledFactors).toMatchObject([{ factorId: "phone", displayName: "My phone" }]);

  await identity.signOut(client);
  const error = await identity.signInWithPassword(client, ada).catch((error) => error);
  expect(error).toMatchObject({ code: "multi-factor-auth-required" });
  const resolver = identity.getMultiFactorResolver(client, error);
  const [hint] = resolver.hints;
  if (!hint) throw new Error("no hint");
  const verificationId = await resolver.sendCode(hint, verifier);
  await resolver.resolveWithPhone(verificationId, await emulator.texted("+15555550101"));
  expect(await identity.getIdTokenClaims(client)).toMatchObject({
    firebase: { sign_in_second_factor: "phone" },
  });
  expect((await identity.unenroll(client, hint.uid)).enrolledFactors).toEqual([]);
});
