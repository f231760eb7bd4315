import { expect, test } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { EMAIL, open, PASSWORD, signUp } from "./world.ts";

/** The local services accept a plain text in place of a provider's token, as Google's emulator does. */
const tokenOf = (email = EMAIL, isVerified = true) =>
  JSON.stringify({ sub: email, email, email_verified: isVerified });

test("a sign-in with a provider's token returns the user and the provider's information", async () => {
  const { auth } = open();
  const result = await compat.signInWithCredential(auth, compat.GoogleAuthProvider.credential(tokenOf()));
  expect(result).toMatchObject({ operationType: "signIn", providerId: "google.com" });
  expect(result.user).toBe(auth.currentUser);
  expect(result.user).toMatchObject({ emailVerified: true, providerData: [{ providerId: "google.com" }] });
  expect(compat.getAdditionalUserInfo(result)).toMatchObject({
    isNewUser: true,
    providerId: "google.com",
    profile: { email: EMAIL },
  });
  expect(compat.GoogleAuthProvider.credentialFromResult(result)?.idToken).toEqual(expect.any(String));
  expect(JSON.stringify(result)).not.toContain("oauth");
});

test("a second provider can be linked to an account once", async () => {
  const { auth } = open();
  const { user } = await compat.signInWithCredential(
    auth,
    compat.FacebookAuthProvider.credential(tokenOf("ada@facebook.example", false)),
  );
  const linked = await compat.linkWithCredential(user, compat.GoogleAuthProvider.credential(tokenOf()));
  expect(linked).toMatchObject({ operationType: "link", providerId: "google.com" });
  expect(linked.user).toBe(user);
  expect(new Set(user.providerData.map(({ providerId }) => providerId))).toEqual(
    new Set(["facebook.com", "google.com"]),
  );
  await expect(
    compat.linkWithCredential(user, compat.GoogleAuthProvider.credential(tokenOf())),
  ).rejects.toMatchObject({ code: "auth/provider-already-linked" });
});

test("if the email belongs to an account with another method, the error contains the provider's credential", async () => {
  const { auth } = open();
  const { user } = await compat.signInWithCredential(auth, compat.GithubAuthProvider.credential(tokenOf()));
  await compat.signOut(auth);
  const facebook = compat.FacebookAuthProvider.credential(tokenOf(EMAIL, false));
  const error = await compat.signInWithCredential(auth, facebook).catch((caught) => caught);
  expect(error).toMatchObject({
    code: "auth/account-exists-with-different-credential",
    customData: { appName: auth.name, email: EMAIL },
  });
  const pending = compat.FacebookAuthProvider.credentialFromError(error);
  expect(pending?.accessToken).toEqual(expect.any(String));
  await compat.signInWithCredential(auth, compat.GithubAuthProvider.credential(tokenOf()));
  const stored: object = JSON.parse(JSON.stringify(pending));
  const linked = await compat.linkWithCredential(auth.currentUser as compat.User, stored as never);
  expect(linked.user.uid).toBe(user.uid);
});

test("a credential that belongs to another account cannot be linked, but signs in to that account", async () => {
  const { auth } = open();
  const google = compat.GoogleAuthProvider.credential(tokenOf("grace@example.com"));
  const { user: grace } = await compat.signInWithCredential(auth, google);
  await signUp(auth);
  const error = await compat
    .linkWithCredential(auth.currentUser as compat.User, google)
    .catch((caught) => caught);
  expect(error).toMatchObject({ code: "auth/credential-already-in-use" });
  const pending = compat.GoogleAuthProvider.credentialFromError(error);
  const result = await compat.signInWithCredential(auth, pending as compat.OAuthCredential);
  expect(result.user.uid).toBe(grace.uid);
});

test("a re-authentication accepts the same user and refuses another user", async () => {
  const { auth } = open();
  await signUp(auth, "eve@example.com");
  const { user } = await signUp(auth);
  const own = compat.EmailAuthProvider.credential(EMAIL, PASSWORD);
  const result = await compat.reauthenticateWithCredential(user, own);
  expect(result).toMatchObject({ operationType: "reauthenticate" });
  expect(result.user).toBe(user);
  const other = compat.EmailAuthProvider.credential("eve@example.com", PASSWORD);
  await expect(compat.reauthenticateWithCredential(user, other)).rejects.toMatchObject({
    code: "auth/user-mismatch",
  });
  expect(auth.currentUser).toBe(user);
  await compat.deleteUser(user);
  await expect(compat.reauthenticateWithCredential(user, own)).rejects.toMatchObject({
    code: "auth/user-mismatch",
  });
});

test("a password is linked to an anonymous account", async () => {
  const { auth } = open();
  const { user } = await compat.signInAnonymously(auth);
  await compat.linkWithCredential(user, compat.EmailAuthProvider.credential(EMAIL, PASSWORD));
  expect(user).toMatchObject({ email: EMAIL, isAnonymous: false });
});
