import { describe, expect, test } from "vitest";
import { ada, createLocal, providerToken, signedUp, verifier } from "../support/local.ts";
import { identity } from "../support/secrets.ts";

describe("sign-up and sign-in", () => {
  test("a user signs up, signs out and signs in again", async () => {
    const { client, user } = await signedUp();
    expect(user).toMatchObject({ email: ada.email, emailVerified: false, isAnonymous: false });
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
    await identity.signOut(client);
    expect(client.getState()).toEqual({ status: "signed-out" });
    const again = await identity.signInWithPassword(client, ada);
    expect(again.uid).toBe(user.uid);
  });

  test("the client passes a password on unchanged: blanks at its ends, any script, 4,096 characters", async () => {
    const { client } = createLocal();
    const password = `  ${"Pässwort 密码 🔑 ".repeat(400).slice(0, 4_092)}  `;
    expect(password).toHaveLength(4_096);
    const user = await identity.signUp(client, { ...ada, password });
    await identity.signOut(client);
    for (const other of [password.trim(), password.slice(0, -1), password.toLowerCase()])
      await expect(identity.signInWithPassword(client, { ...ada, password: other })).rejects.toMatchObject({
        code: "wrong-password",
      });
    expect((await identity.signInWithPassword(client, { ...ada, password })).uid).toBe(user.uid);
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

  test("with enumeration protection, an unknown address and a wrong password are refused with the same code", async () => {
    const { client, server } = await signedUp();
    await server.protectAddresses(true);
    for (const change of [{ password: "wrong horse" }, { email: "nobody@example.com" }])
      await expect(identity.signInWithPassword(client, { ...ada, ...change })).rejects.toMatchObject({
        code: "invalid-credential",
      });
  });

  test.each([
    [ada, "email-already-in-use"],
    [{ email: "new@example.com", password: "short" }, "weak-password"],
  ])("a sign-up with %o is refused with %s", async (credential, code) => {
    const { client } = await signedUp();
    await expect(identity.signUp(client, credential)).rejects.toMatchObject({ code });
  });

  test("linking a password turns an anonymous account into a permanent one with the same user ID", async () => {
    const { client } = createLocal();
    const anonymous = await identity.signInAnonymously(client);
    expect(anonymous).toMatchObject({ isAnonymous: true, providerData: [] });
    expect((await identity.signInAnonymously(client)).uid).toBe(anonymous.uid);
    const user = await identity.linkWithCredential(client, identity.passwordCredential(ada));
    expect(user).toMatchObject({ uid: anonymous.uid, isAnonymous: false, email: ada.email });
    await expect(identity.linkWithCredential(client, identity.passwordCredential(ada))).rejects.toMatchObject(
      { code: "provider-already-linked" },
    );
  });

  test("signInWithCustomToken signs in the user of the token, whose claims the ID token has", async () => {
    const { client } = createLocal();
    const token = JSON.stringify({ uid: "from-our-server", claims: { role: "editor" } });
    expect((await identity.signInWithCustomToken(client, token)).uid).toBe("from-our-server");
    expect(await identity.getIdTokenClaims(client)).toMatchObject({
      role: "editor",
      firebase: { sign_in_provider: "custom" },
    });
    await expect(identity.signInWithCustomToken(client, "{broken")).rejects.toMatchObject({
      code: "invalid-custom-token",
    });
  });

  const mailedLink = async () => {
    const local = createLocal();
    const settings = { url: "http://localhost/finish", handleCodeInApp: true };
    await identity.sendSignInLinkToEmail(local.client, ada.email, settings);
    return { ...local, ...(await local.server.mailed("EMAIL_SIGNIN")) };
  };

  test("a mailed sign-in link signs in the user with the mailed address, and only once", async () => {
    const { client, oobLink: link } = await mailedLink();
    expect(identity.isSignInWithEmailLink(link)).toBe(true);
    const signIn = (email: string) => identity.signInWithEmailLink(client, { email, link });
    await expect(signIn("else@example.com")).rejects.toMatchObject({ code: "invalid-email" });
    expect(await signIn(ada.email)).toMatchObject({
      user: { email: ada.email, emailVerified: true },
      isNewUser: true,
    });
    await expect(signIn(ada.email)).rejects.toMatchObject({ code: "invalid-action-code" });
  });

  test("the code from a mailed sign-in link signs the user in without the whole link", async () => {
    const { client, oobCode } = await mailedLink();
    const { user } = await identity.signInWithEmailLink(client, { email: ada.email, oobCode });
    expect(user).toMatchObject({ email: ada.email, emailVerified: true });
  });

  test("a code sent by text message signs the user in, and a linked number that has an account signs in to it", async () => {
    const { client, server } = createLocal();
    const number = "+15555550100";
    const sent = await identity.signInWithPhoneNumber(client, number, verifier);
    await expect(sent.confirm("000000x")).rejects.toMatchObject({ code: "invalid-verification-code" });
    const user = await sent.confirm(await server.texted(number));
    expect(user).toMatchObject({ phoneNumber: number, isAnonymous: false });

    await identity.signUp(client, ada);
    const verificationId = await identity.sendPhoneCode(client, number, verifier);
    const proof = identity.phoneCredential({ verificationId, code: await server.texted(number) });
    const error = await identity.linkWithCredential(client, proof).catch((error) => error);
    expect(error).toMatchObject({ code: "account-exists-with-different-credential" });
    const credential = identity.phoneCredentialFromError(error);
    if (!credential) throw new Error("the proof was not stored");
    expect((await identity.signInWithCredential(client, credential)).uid).toBe(user.uid);
  });
});

describe("providers", () => {
  const google = identity.providerCredential({ providerId: "google.com", idToken: providerToken("gina") });

  test("a provider signs in, and is neither linked twice nor to a second account", async () => {
    const { client } = createLocal();
    const user = await identity.signInWithCredential(client, google);
    expect(user).toMatchObject({ email: "gina@gmail.example", emailVerified: true });
    await expect(identity.linkWithCredential(client, google)).rejects.toMatchObject({
      code: "provider-already-linked",
    });
    await identity.signUp(client, ada);
    const taken = await identity.linkWithCredential(client, google).catch((error) => error);
    expect(taken).toMatchObject({ code: "credential-already-in-use" });
    expect(identity.credentialFromError(taken)).toMatchObject({ providerId: "google.com" });
  });

  test("the client links a provider to the account and unlinks it again", async () => {
    const { client } = await signedUp();
    const user = await identity.linkWithCredential(client, google);
    expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(["google.com", "password"]);
    await expect(identity.unlink(client, "github.com")).rejects.toMatchObject({ code: "no-such-provider" });
    const left = await identity.unlink(client, "google.com");
    expect(left.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
  });

  test("a provider's unverified address opens no existing account, but its user can link the provider", async () => {
    const { client, user } = await signedUp();
    await identity.signOut(client);
    const idToken = providerToken("hub", { email: ada.email, email_verified: false });
    const github = identity.providerCredential({ providerId: "github.com", idToken });
    const error = await identity.signInWithCredential(client, github).catch((error) => error);
    expect(error).toMatchObject({ code: "account-exists-with-different-credential" });
    const credential = identity.credentialFromError(error);
    if (!credential) throw new Error("the credential was not stored");
    expect(credential).toMatchObject({ providerId: "github.com", email: ada.email });
    await identity.signInWithPassword(client, ada);
    expect((await identity.linkWithCredential(client, credential)).uid).toBe(user.uid);
  });
});
