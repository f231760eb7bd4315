// Google’s package beside this one: it registers itself with each app.
import "@firebase/auth";
import { deleteApp, FirebaseError } from "@firebase/app";
import { expect, test, vi } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { tokenResponseOf } from "../../src/compat/token-response.ts";
import { EMAIL, open, PASSWORD, signUp } from "./world.ts";

test("a sign-in resolves with the whole account after one lookup request", async () => {
  const { auth, paths } = open();
  const credential = await signUp(auth);
  expect(credential).toMatchObject({ operationType: "signIn", providerId: null });
  expect(auth.currentUser).toBe(credential.user);
  expect(tokenResponseOf(credential)).toMatchObject({ localId: credential.user.uid });
  expect(credential.user).toMatchObject({
    providerId: "firebase",
    email: EMAIL,
    displayName: null,
    providerData: [{ providerId: "password", email: EMAIL, phoneNumber: null }],
    metadata: { creationTime: expect.stringMatching(/GMT$/) },
  });
  expect(paths().filter((path) => path.endsWith(":lookup"))).toHaveLength(1);
});

test("a sign-in calls the listeners once, with the whole account", async () => {
  const { auth } = open();
  const heard: unknown[] = [];
  auth.onAuthStateChanged((user) => heard.push(user?.metadata.creationTime !== undefined));
  auth.onIdTokenChanged({ next: (user) => heard.push(user?.email ?? null) });
  await auth.authStateReady();
  await vi.waitFor(() => expect(heard).toEqual([false, null]));
  await signUp(auth);
  await compat.signOut(auth);
  await vi.waitFor(() => expect(heard).toEqual([false, null, EMAIL, true, null, false]));
  expect(auth.currentUser).toBeNull();
});

test("a refused call rejects with the class, the code and the message of Google's SDK", async () => {
  const { auth } = open();
  await signUp(auth);
  const error = await signUp(auth).catch((caught) => caught);
  expect(error).toBeInstanceOf(FirebaseError);
  expect(error).toMatchObject({
    name: "FirebaseError",
    code: "auth/email-already-in-use",
    message: "Firebase: Error (auth/email-already-in-use).",
    customData: { appName: auth.name },
  });
});

test("two concurrent sign-ins succeed, and the user of the later response is the current one", async () => {
  const { auth } = open();
  const [one, other] = await Promise.all([compat.signInAnonymously(auth), compat.signInAnonymously(auth)]);
  expect(one.user.isAnonymous && other.user.isAnonymous).toBe(true);
  expect([one.user.uid, other.user.uid]).toContain(auth.currentUser?.uid);
});

test("signing in with another account replaces the current user, and the earlier User object keeps its last token", async () => {
  const { auth } = open();
  const { user: ada } = await signUp(auth);
  const token = await ada.getIdToken();
  const { user: eve } = await signUp(auth, "eve@example.com");
  expect(auth.currentUser).toBe(eve);
  expect(await ada.getIdToken()).toBe(token);
  await expect(ada.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-token-expired" });
  await expect(ada.reload()).rejects.toMatchObject({ code: "auth/user-token-expired" });
  await compat.updateCurrentUser(auth, ada);
  expect(auth.currentUser?.uid).toBe(ada.uid);
});

test("a beforeAuthStateChanged callback delays a sign-in and receives the new user with a token", async () => {
  const { auth } = open();
  const tokens: (string | undefined)[] = [];
  compat.beforeAuthStateChanged(auth, async (user) => {
    expect(auth.currentUser).toBeNull();
    tokens.push(await user?.getIdToken());
  });
  const { user } = await signUp(auth);
  expect(tokens).toEqual([await user.getIdToken()]);
});

test("a beforeAuthStateChanged callback that throws blocks sign-ins and sign-outs, and earlier callbacks undo their work", async () => {
  const { auth } = open();
  await signUp(auth);
  const { currentUser } = auth;
  const undone: string[] = [];
  compat.beforeAuthStateChanged(
    auth,
    () => {},
    () => undone.push("first"),
  );
  compat.beforeAuthStateChanged(
    auth,
    () => {},
    () => undone.push("second"),
  );
  const stop = compat.beforeAuthStateChanged(auth, async () => {
    throw new Error("closed today");
  });
  const signIn = () => compat.signInWithEmailAndPassword(auth, EMAIL, PASSWORD);
  await expect(signIn()).rejects.toThrow("Firebase: closed today (auth/login-blocked).");
  await expect(auth.signOut()).rejects.toMatchObject({ code: "auth/login-blocked" });
  expect(auth.currentUser).toBe(currentUser);
  expect(undone).toEqual(["second", "first", "second", "first"]);
  stop();
  await signIn();
  await auth.signOut();
  expect(auth.currentUser).toBeNull();
});

test("each Firebase app has one Auth instance", () => {
  const { app, auth } = open();
  expect(compat.getAuth(app)).toBe(auth);
  expect(() => compat.initializeAuth(app)).toThrow("auth/already-initialized");
});

test("two Firebase apps of the same project have separate sessions", async () => {
  const one = open();
  const other = open({ services: one.services });
  await signUp(one.auth);
  await other.auth.authStateReady();
  expect(other.auth.currentUser).toBeNull();
  await signUp(other.auth, "eve@example.com");
  expect(one.auth.currentUser?.email).toBe(EMAIL);
});

test("getAuth throws for an invalid API key", () => {
  expect(() => open({ config: { apiKey: "example.com:1" } })).toThrow("auth/invalid-api-key");
});

test("deleteApp stops the auth listeners and rejects every later call", async () => {
  const { app, auth } = open();
  const heard: unknown[] = [];
  auth.onAuthStateChanged((user) => heard.push(user));
  await auth.authStateReady();
  await deleteApp(app);
  await expect(signUp(auth)).rejects.toMatchObject({ code: "auth/app-deleted" });
  auth.onAuthStateChanged((user) => heard.push(user));
  expect(heard).toEqual([null]);
});
