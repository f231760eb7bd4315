import { describe, expect, test } from "vitest";
import { ada, createLocal, signedUp } from "../support/local.ts";
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

  test("signInWithCustomToken signs in the user whose ID the token contains", async () => {
    const { client } = createLocal();
    const token = JSON.stringify({ uid: "from-our-server" });
    const user = await identity.signInWithCustomToken(client, token);
    expect(user.uid).toBe("from-our-server");
  });

  test("a mailed sign-in link signs the user in once", async () => {
    const { client, services } = createLocal();
    const settings = { url: "http://localhost/finish", handleCodeInApp: true };
    await identity.sendSignInLinkToEmail(client, ada.email, settings);
    const link = services.outbox.latest(ada.email, "EMAIL_SIGNIN").actionLink ?? "";
    expect(identity.isSignInWithEmailLink(link)).toBe(true);
    const result = await identity.signInWithEmailLink(client, { email: ada.email, link });
    expect(result).toMatchObject({ user: { email: ada.email, emailVerified: true }, isNewUser: true });
    await expect(identity.signInWithEmailLink(client, { email: ada.email, link })).rejects.toMatchObject({
      code: "invalid-action-code",
    });
  });

  test("the code from a mailed sign-in link signs the user in without the whole link", async () => {
    const { client, services } = createLocal();
    const settings = { url: "http://localhost/finish", handleCodeInApp: true };
    await identity.sendSignInLinkToEmail(client, ada.email, settings);
    const { code: oobCode = "" } = services.outbox.latest(ada.email, "EMAIL_SIGNIN");
    const { user } = await identity.signInWithEmailLink(client, { email: ada.email, oobCode });
    expect(user).toMatchObject({ email: ada.email, emailVerified: true });
  });

  test("a code sent by text message signs the user in", async () => {
    const { client, services } = createLocal();
    const verifier = { verify: async () => "human" };
    const sent = await identity.signInWithPhoneNumber(client, "+15555550100", verifier);
    await expect(sent.confirm("000000x")).rejects.toMatchObject({ code: "invalid-verification-code" });
    const user = await sent.confirm(services.outbox.latest("+15555550100").code ?? "");
    expect(user).toMatchObject({ phoneNumber: "+15555550100", isAnonymous: false });
  });
});
