import { deleteApp, initializeServerApp } from "@firebase/app";
import { expect, onTestFinished, test, vi } from "vitest";
import * as compat from "../../src/compat/index.ts";
import { EMAIL, open, signUp } from "./world.ts";

/** An app for one request to a server, for the user of an ID token. */
async function openServer({ isGone = false } = {}) {
  const { auth, services, requests } = open();
  const { user } = await signUp(auth);
  const token = await user.getIdToken();
  if (isGone) await user.delete();
  const app = initializeServerApp(
    { apiKey: "local-example-key", projectId: services.projectId },
    { authIdToken: token },
  );
  onTestFinished(() => deleteApp(app).catch(() => undefined));
  const fetchLocal: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    return (await services.handle(request)) ?? Response.error();
  };
  const client = { fetch: fetchLocal, now: () => services.clock.now() };
  requests.length = 0;
  const server = compat.initializeAuth(app, { client });
  compat.connectAuthEmulator(server, "http://localhost:4100", { disableWarnings: true });
  return { server, token, requests };
}

test("initializeServerApp signs in the user of the ID token with a single lookup request", async () => {
  const { server, token, requests } = await openServer();
  const heard: (string | null | undefined)[] = [];
  server.onAuthStateChanged((user) => heard.push(user?.email));
  await server.authStateReady();
  await vi.waitFor(() => expect(heard).toEqual([EMAIL]));
  const user = server.currentUser;
  expect(await user?.getIdToken()).toBe(token);
  expect(user?.refreshToken).toBe("");
  await expect(user?.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-token-expired" });
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([expect.stringMatching(/:lookup$/)]);
});

test("with the token of a deleted account, initializeServerApp has no user and warns on the console", async () => {
  const warn = vi.mocked(console.warn).mockImplementation(() => {});
  const { server } = await openServer({ isGone: true });
  await server.authStateReady();
  expect(server.currentUser).toBeNull();
  expect(warn.mock.calls).toMatchObject([[expect.any(String), { code: "auth/user-token-expired" }]]);
  warn.mockClear();
});

test("an app of initializeServerApp refuses every call that would change the user", async () => {
  const { server } = await openServer();
  await server.authStateReady();
  const refused = { code: "auth/operation-not-supported-in-this-environment" };
  await expect(signUp(server)).rejects.toMatchObject(refused);
  await expect(compat.signInAnonymously(server)).rejects.toMatchObject(refused);
  await expect(server.signOut()).rejects.toMatchObject(refused);
  await expect(server.updateCurrentUser(null)).rejects.toMatchObject(refused);
  await expect(server.currentUser?.delete()).rejects.toMatchObject(refused);
});
