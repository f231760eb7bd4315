import { beforeEach, expect, test, vi } from "vitest";
import * as identity from "../../../../packages/identity/src/index.ts";
import { connect, emulator, newPerson } from "./emulator.ts";

beforeEach(emulator.reset);

const signedUp = async () => {
  const client = connect();
  const ada = newPerson();
  const user = await identity.signUp(client, ada);
  return { client, ada, user };
};

test("a forced refresh returns an ID token of the same user", async () => {
  const { client, user } = await signedUp();
  expect(await identity.getIdToken(client, { forceRefresh: true })).toEqual(expect.any(String));
  expect(await identity.getIdTokenClaims(client)).toMatchObject({ sub: user.uid, aud: "demo-project" });
});

test("ten concurrent forced refreshes make one exchange", async () => {
  const paths: string[] = [];
  const client = connect({
    fetch: (input, init) => {
      const request = new Request(input, init);
      paths.push(new URL(request.url).pathname);
      return fetch(request);
    },
  });
  await identity.signUp(client, newPerson());
  paths.length = 0;
  await Promise.all(Array.from({ length: 10 }, () => identity.getIdToken(client, { forceRefresh: true })));
  expect(paths.filter((path) => path.endsWith("/v1/token"))).toHaveLength(1);
});

test("a user whose account was disabled is signed out with the reason", async () => {
  const { client, user } = await signedUp();
  await emulator.disable(user.uid);
  await expect(identity.reload(client)).rejects.toMatchObject({ code: "user-disabled" });
  expect(client.getState()).toEqual({ status: "signed-out", reason: "user-disabled" });
});

test("a user whose account was deleted elsewhere is signed out", async () => {
  const { client, ada } = await signedUp();
  const other = connect();
  await identity.signInWithPassword(other, ada);
  await identity.deleteUser(other);
  expect(other.getState()).toEqual({ status: "signed-out" });
  await expect(identity.reload(client)).rejects.toMatchObject({ code: expect.any(String) });
  expect(client.getState()).toMatchObject({ status: "signed-out", reason: expect.any(String) });
});

test("a new client restores the session that an earlier client stored", async () => {
  const persistence = identity.memoryPersistence();
  const first = connect({ persistence });
  const user = await identity.signUp(first, newPerson());
  first.dispose();
  const next = connect({ persistence });
  await vi.waitFor(() =>
    expect(next.getState()).toMatchObject({ status: "signed-in", user: { uid: user.uid } }),
  );
});

test("the client changes a user's name, picture, password and email address", async () => {
  const { client, ada } = await signedUp();
  await identity.updateProfile(client, { displayName: "Ada", photoURL: "https://pictures.example/a.png" });
  expect(await identity.reload(client)).toMatchObject({ displayName: "Ada" });
  const user = await identity.updateProfile(client, { photoURL: null });
  expect(user).toMatchObject({ displayName: "Ada", photoURL: undefined });
  await identity.updatePassword(client, "another horse");
  expect(await identity.updateEmail(client, "ada@work.example")).toBe("changed");
  await identity.signOut(client);
  await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject({ code: "user-not-found" });
  await identity.signInWithPassword(client, { email: "ada@work.example", password: "another horse" });
});

test("a re-authentication accepts the same user and refuses another user", async () => {
  const { client, ada, user } = await signedUp();
  const eve = newPerson();
  await identity.signUp(connect(), eve);
  expect((await identity.reauthenticateWithPassword(client, ada)).uid).toBe(user.uid);
  await expect(identity.reauthenticateWithPassword(client, eve)).rejects.toMatchObject({
    code: "user-mismatch",
  });
  await expect(
    identity.reauthenticateWithPassword(client, { ...ada, password: "wrong horse" }),
  ).rejects.toMatchObject({ code: "wrong-password" });
  expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: user.uid } });
});

test("the client resets a forgotten password", async () => {
  const { client, ada } = await signedUp();
  await identity.sendPasswordResetEmail(client, ada.email, { url: "http://localhost/auth/signin" });
  const { oobCode } = await emulator.mailed("PASSWORD_RESET");
  expect(await identity.verifyPasswordResetCode(client, oobCode)).toBe(ada.email);
  await expect(identity.confirmPasswordReset(client, oobCode, "short")).rejects.toMatchObject({
    code: "weak-password",
  });
  await identity.confirmPasswordReset(client, oobCode, "another horse");
  await identity.signInWithPassword(client, { ...ada, password: "another horse" });
  await expect(identity.checkActionCode(client, oobCode)).rejects.toMatchObject({
    code: "invalid-action-code",
  });
});

test("the client verifies an email address, changes it by mailed link, and restores the previous address", async () => {
  const { client, ada } = await signedUp();
  await identity.sendEmailVerification(client);
  await identity.applyActionCode(client, (await emulator.mailed("VERIFY_EMAIL")).oobCode);
  expect(await identity.reload(client)).toMatchObject({ emailVerified: true });

  await identity.verifyBeforeUpdateEmail(client, "ada@work.example");
  const { oobCode } = await emulator.mailed("VERIFY_AND_CHANGE_EMAIL");
  expect(await identity.checkActionCode(client, oobCode)).toMatchObject({
    operation: "VERIFY_AND_CHANGE_EMAIL",
    email: "ada@work.example",
    previousEmail: ada.email,
  });
  await identity.applyActionCode(client, oobCode);
  expect(await identity.reload(client)).toMatchObject({ email: "ada@work.example" });

  await identity.updateEmail(client, "thief@example.com");
  const recovery = await emulator.mailed("RECOVER_EMAIL");
  expect((await identity.checkActionCode(client, recovery.oobCode)).operation).toBe("RECOVER_EMAIL");
  await identity.applyActionCode(client, recovery.oobCode);
  await identity.signInWithPassword(client, { ...ada, email: recovery.email });
});

test("the client returns the sign-in methods of an email address", async () => {
  const { client, ada } = await signedUp();
  expect(await identity.fetchSignInMethodsForEmail(client, ada.email)).toContain("password");
});
