import { expect, test, vi } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { memoryPersistence, type Persistence } from "../../src/persistence/persistence.ts";
import { EMAIL, internalOf, open, PASSWORD, signUp } from "./world.ts";

test("a User object stays the same object and takes over the changes of its account", async () => {
  const { auth } = open();
  const { user } = await signUp(auth);
  await compat.updateProfile(user, { displayName: "Ada", photoURL: "https://pictures.example/a.png" });
  expect(user).toMatchObject({ displayName: "Ada", photoURL: "https://pictures.example/a.png" });
  await compat.updateProfile(user, { photoURL: "" });
  await compat.updateEmail(user, "ada@work.example");
  await user.reload();
  expect(auth.currentUser).toBe(user);
  expect(user).toMatchObject({ displayName: "Ada", photoURL: null, email: "ada@work.example" });
});

test("user.getIdToken(true) returns a new token each time", async () => {
  const { auth, services } = open();
  const { user } = await signUp(auth);
  const tokens = [await user.getIdToken()];
  for (let round = 0; round < 2; round += 1) {
    services.clock.advance(1000);
    tokens.push(await user.getIdToken(true));
  }
  expect(new Set(tokens).size).toBe(3);
});

test("a forced refresh for a disabled account rejects with the reason, and signs the user out", async () => {
  const { auth, services } = open();
  const { user } = await signUp(auth);
  const body = JSON.stringify({ localId: user.uid, disableUser: true });
  const headers = { authorization: "Bearer owner", "content-type": "application/json" };
  const path = `/identitytoolkit.googleapis.com/v1/projects/${services.projectId}/accounts:update`;
  await services.handle(new Request(`http://localhost:4100${path}`, { method: "POST", headers, body }));
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-disabled" });
  expect(auth.currentUser).toBeNull();
});

test("getIdTokenResult returns the claims of the token", async () => {
  const { auth } = open();
  const { user } = await signUp(auth);
  expect(await user.getIdTokenResult()).toMatchObject({
    token: await compat.getIdToken(user),
    signInProvider: "password",
    signInSecondFactor: null,
    claims: { email: EMAIL, sub: user.uid },
    expirationTime: expect.stringMatching(/GMT$/),
  });
});

test("serializing a User or Auth object reveals no token", async () => {
  const { auth } = open();
  const { user } = await signUp(auth);
  const shown = `${JSON.stringify(auth)} ${JSON.stringify({ ...user })}`;
  expect(shown).toContain(EMAIL);
  expect(shown).not.toContain(await user.getIdToken());
  expect(user.refreshToken).toBeTruthy();
  expect(shown).not.toContain(user.refreshToken);
});

test("a User object works behind a Proxy, as in a reactive store", async () => {
  const { auth } = open();
  const { user } = await signUp(auth);
  const wrapped = new Proxy(user, {});
  expect(await wrapped.getIdToken()).toBe(await user.getIdToken());
  await compat.updateProfile(wrapped, { displayName: "Ada" });
  expect(user.displayName).toBe("Ada");
});

test("user.delete deletes the account and signs out", async () => {
  const { auth } = open();
  const { user } = await signUp(auth);
  await user.delete();
  expect(auth.currentUser).toBeNull();
  await expect(compat.reload(user)).rejects.toMatchObject({ code: "auth/user-token-expired" });
  await expect(compat.signInWithEmailAndPassword(auth, EMAIL, PASSWORD)).rejects.toMatchObject({
    code: "auth/user-not-found",
  });
});

test("other Firebase products receive the user's token, each new token and the sign-out", async () => {
  const { app, auth, services } = open();
  const internal = internalOf(app);
  const tokens: (string | null)[] = [];
  const listener = (token: string | null) => tokens.push(token);
  internal.addAuthTokenListener(listener);
  expect(await internal.getToken()).toBeNull();
  const { user } = await signUp(auth);
  const first = await user.getIdToken();
  expect(internal.getUid()).toBe(user.uid);
  expect(await internal.getToken()).toEqual({ accessToken: first });
  services.clock.advance(1000);
  const second = (await internal.getToken(true))?.accessToken;
  await auth.signOut();
  await vi.waitFor(() => expect(tokens).toEqual([null, first, second, null]));
  internal.removeAuthTokenListener(listener);
  await signUp(auth, "eve@example.com");
  expect(tokens).toHaveLength(4);
});

test("reload() updates a User object that an earlier sign-in of the same user returned", async () => {
  const { auth } = open();
  const { user: earlier } = await signUp(auth);
  const { user } = await compat.signInWithEmailAndPassword(auth, EMAIL, PASSWORD);
  await compat.updateProfile(user, { displayName: "Ada" });
  await earlier.reload();
  expect(earlier.displayName).toBe("Ada");
});

test("user.toJSON() has the account's times as strings, like Google's SDK", async () => {
  const { auth } = open();
  const { user } = await signUp(auth);
  expect(user.toJSON()).toEqual({
    uid: user.uid,
    email: EMAIL,
    emailVerified: false,
    isAnonymous: false,
    providerData: user.providerData,
    createdAt: expect.stringMatching(/^\d+$/),
    lastLoginAt: expect.stringMatching(/^\d+$/),
    apiKey: "local-example-key",
    appName: auth.name,
  });
});

test("reload() stores a changed account before it resolves, because the page may be left right afterwards", async () => {
  const inner = memoryPersistence();
  let stored: unknown;
  const slow: Persistence = {
    ...inner,
    async update(key, change) {
      for (let turns = 0; turns < 100; turns += 1) await Promise.resolve();
      await inner.update(key, change);
      stored = await inner.read(key);
    },
  };
  const { auth, services } = open({ dependencies: { client: { persistence: slow } } });
  const { user } = await signUp(auth);
  const elsewhere = open({ services });
  const other = await compat.signInWithEmailAndPassword(elsewhere.auth, EMAIL, PASSWORD);
  await compat.updateProfile(other.user, { displayName: "Ada" });
  await user.reload();
  expect(stored).toMatchObject({ session: { user: { displayName: "Ada" } } });
});
