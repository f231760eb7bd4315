import { deleteApp } from "@firebase/app";
import { expect, test, vi } from "vitest";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import * as compat from "../../src/compat/index.ts";
import { memoryPersistence } from "../../src/persistence/persistence.ts";
import type { PageWindow } from "../../src/platform.ts";
import { createClock } from "../support/clock.ts";
import { createWindows } from "./windows.ts";
import { open, signUp } from "./world.ts";

const LOGIN = "http://localhost:4100/login?plan=pro#form";
const HERE = "http://localhost:4100/login";
const GINA = "gina@example.test";

/** An application's page in a browser, with `at` as its address. */
function setUp({
  at = LOGIN,
  resolver = compat.browserPopupRedirectResolver,
  fields = undefined as never,
} = {}) {
  const services = createLocalServices({ seed: 1 });
  const windows = createWindows(services, fields);
  const persistence = memoryPersistence();
  const clock = createClock();
  const load = (window: ReturnType<typeof windows.create>, name?: string) =>
    open({
      services,
      ...(name && { name }),
      dependencies: {
        popupRedirectResolver: resolver,
        client: {
          window: window as unknown as PageWindow,
          channel: (channel) => new BroadcastChannel(channel),
          persistence,
          setTimeout: clock.setTimeout,
          namespace: "app",
        },
      },
    });
  const window = windows.create(at);
  const world = load(window);
  const bodyOf = async (method: string) => {
    const request = world.requests.findLast(({ url }) => url.includes(`:${method}`));
    return request?.clone().json();
  };
  /** Waits until the popup is back, and lets its opener look. */
  const settled = async <T>(outcome: Promise<T>): Promise<T> => {
    outcome.catch(() => {});
    await vi.waitFor(() => expect(window.opened.at(-1)?.location.href).toMatch(/[?]|login$/));
    await clock.advance(100);
    return outcome;
  };
  return { ...world, window, windows, clock, load, bodyOf, settled };
}

test("a popup returns to its opener's address, and the opener reads the response from the popup", async () => {
  const { auth, window, bodyOf, settled } = setUp();
  const google = new compat.GoogleAuthProvider().addScope("calendar");
  google.setCustomParameters({ prompt: "consent" });
  const result = await settled(compat.signInWithPopup(auth, google));
  expect(result).toMatchObject({
    operationType: "signIn",
    providerId: "google.com",
    user: { email: GINA },
  });
  expect(auth.currentUser).toBe(result.user);
  expect(compat.getAdditionalUserInfo(result)).toMatchObject({ isNewUser: true });
  expect(compat.GoogleAuthProvider.credentialFromResult(result)?.accessToken).toEqual(expect.any(String));
  expect(await bodyOf("createAuthUri")).toMatchObject({
    continueUri: HERE,
    oauthScope: "profile calendar",
    customParameter: { prompt: "consent" },
  });
  expect(window.opened).toMatchObject([{ closed: true }]);
  expect(window.opened[0]?.location.href).toBe(HERE);
});

test("two popups read the project's authorized domains with one request", async () => {
  const { auth, paths, settled } = setUp();
  for (let opened = 0; opened < 2; opened += 1)
    await settled(compat.signInWithPopup(auth, new compat.GoogleAuthProvider()));
  expect(paths().filter((path) => path.endsWith("/v1/projects"))).toHaveLength(1);
});

test("a popup that is isolated from its opener passes its response on when the popup's page calls `getAuth`", async () => {
  const { auth, window, load, settled } = setUp();
  const outcome = compat.signInWithPopup(auth, new compat.GithubAuthProvider());
  const [popup] = window.opened;
  if (popup) popup.isIsolated = true;
  await vi.waitFor(() => expect(popup?.location.href).toContain("code="));
  load(popup as typeof window);
  expect(popup?.location.href).toBe(HERE);
  expect(await settled(outcome)).toMatchObject({ providerId: "github.com" });
  expect(popup?.closed).toBe(true);
});

test("a popup sign-in rejects 2 s after the user has closed the popup", async () => {
  const { auth, window, clock } = setUp();
  const outcome = compat.signInWithPopup(auth, new compat.GoogleAuthProvider()).catch((error) => error);
  const [popup] = window.opened;
  if (popup) popup.isStuck = true;
  await vi.waitFor(() => expect(popup?.visited).toHaveLength(1));
  popup?.close();
  await clock.advance(2000);
  await clock.advance(2000);
  expect(await outcome).toMatchObject({ code: "auth/popup-closed-by-user" });
  expect(auth.currentUser).toBeNull();
});

test("a popup links a provider to the account and re-authenticates the user with that provider", async () => {
  const { auth, settled } = setUp();
  const { user } = await signUp(auth);
  const provider = new compat.GoogleAuthProvider();
  const linked = await settled(compat.linkWithPopup(user, provider));
  expect(linked).toMatchObject({ operationType: "link", providerId: "google.com" });
  expect(linked.user).toBe(user);
  const again = compat.linkWithPopup(user, provider);
  await expect(settled(again)).rejects.toMatchObject({ code: "auth/provider-already-linked" });
  expect(await settled(compat.reauthenticateWithPopup(user, provider))).toMatchObject({
    operationType: "reauthenticate",
    user: { uid: user.uid },
  });
});

test("signInWithPopup rejects if the popup is blocked, if there is no resolver, and for the email provider", async () => {
  const { auth, window, paths } = setUp();
  window.isBlocked = true;
  const google = new compat.GoogleAuthProvider();
  await expect(compat.signInWithPopup(auth, google)).rejects.toMatchObject({ code: "auth/popup-blocked" });
  await expect(compat.signInWithPopup(auth, new compat.EmailAuthProvider())).rejects.toMatchObject({
    code: "auth/argument-error",
  });
  const { auth: bare } = open();
  await expect(compat.signInWithPopup(bare, google)).rejects.toMatchObject({ code: "auth/argument-error" });
  await expect(compat.getRedirectResult(bare)).rejects.toMatchObject({ code: "auth/argument-error" });
  expect(paths()).toEqual([]);
});

/** Leaves by a redirect, and opens the page that the provider returns to. */
async function redirected(
  world: ReturnType<typeof setUp>,
  leave: () => Promise<never>,
): Promise<ReturnType<typeof open>> {
  const { app, window, load } = world;
  const { name } = app;
  leave().catch((error) => window.visited.push(String(error)));
  await vi.waitFor(() => expect(window.location.href).toContain("state="));
  await deleteApp(app);
  return load(window, name);
}

test("a redirect signs the user in before the first auth state, and getRedirectResult returns its result once", async () => {
  const world = setUp();
  const { window } = world;
  const { auth } = await redirected(world, () =>
    compat.signInWithRedirect(world.auth, new compat.GoogleAuthProvider()),
  );
  expect(window.location.href).toBe(LOGIN);
  const states: (string | null | undefined)[] = [];
  compat.onAuthStateChanged(auth, (user) => states.push(user?.email));
  const result = await compat.getRedirectResult(auth);
  expect(result).toMatchObject({ operationType: "signIn", providerId: "google.com" });
  expect(states).toEqual([GINA]);
  expect(await compat.getRedirectResult(auth)).toBeNull();
});

test("a redirect links a provider to the account", async () => {
  const world = setUp();
  const { user } = await signUp(world.auth);
  const { auth } = await redirected(world, () =>
    compat.linkWithRedirect(user, new compat.GithubAuthProvider()),
  );
  const result = await compat.getRedirectResult(auth);
  expect(result).toMatchObject({ operationType: "link", user: { uid: user.uid } });
  expect(result?.user).toBe(auth.currentUser);
  const again = compat.linkWithRedirect(result?.user as compat.User, new compat.GithubAuthProvider());
  await expect(again).rejects.toMatchObject({ code: "auth/provider-already-linked" });
  const github = compat.unlink(result?.user as compat.User, "github.com");
  expect((await github).providerData).toHaveLength(1);
});

test("re-authentication by redirect rejects if another person signs in at the provider", async () => {
  const world = setUp();
  const { user } = await signUp(world.auth);
  const { auth } = await redirected(world, () =>
    compat.reauthenticateWithRedirect(user, new compat.GoogleAuthProvider()),
  );
  await expect(compat.getRedirectResult(auth)).rejects.toMatchObject({ code: "auth/user-mismatch" });
  expect(auth.currentUser?.uid).toBe(user.uid);
  expect(await compat.getRedirectResult(auth)).toBeNull();
});

test("if the user declines at the provider, getRedirectResult rejects and no user is signed in", async () => {
  const world = setUp({ fields: { choice: "deny" } as never });
  const { auth } = await redirected(world, () =>
    compat.signInWithRedirect(world.auth, new compat.GoogleAuthProvider()),
  );
  await auth.authStateReady();
  expect(auth.currentUser).toBeNull();
  await expect(compat.getRedirectResult(auth)).rejects.toMatchObject({ code: "auth/user-cancelled" });
});

test("a query parameter `code` of the page itself is not taken for a provider's response", async () => {
  const at = "http://localhost:4100/login?code=voucher";
  const world = setUp({ at });
  const { window, app, load } = world;
  const { name } = app;
  window.isStuck = true;
  void compat.signInWithRedirect(world.auth, new compat.GoogleAuthProvider());
  await vi.waitFor(() => expect(window.visited).toHaveLength(1));
  await deleteApp(app);
  const { auth } = load(window, name);
  expect(await compat.getRedirectResult(auth)).toBeNull();
  expect(window.location.href).toBe(at);
});

test("a separate callback page takes the response of a redirect and returns to the page where the redirect began", async () => {
  const world = setUp();
  const { window, app, services } = world;
  await deleteApp(app);
  const callbackUrl = "http://localhost:4100/oauth/callback";
  const client = { window: window as unknown as PageWindow, callbackUrl, persistence: memoryPersistence() };
  const dependencies = { popupRedirectResolver: compat.browserPopupRedirectResolver, client };
  const { auth, app: second } = open({ services, dependencies, name: "second" });
  void compat.signInWithRedirect(auth, new compat.GoogleAuthProvider());
  await vi.waitFor(() => expect(window.location.href).toContain(`${callbackUrl}?`));
  await deleteApp(second);
  const callback = open({ services, dependencies, name: "second" });
  expect(window.visited.at(-1)).toBe("/login?plan=pro#form");
  await deleteApp(callback.app);
  await vi.waitFor(() => expect(window.location.href).toBe(LOGIN));
  const back = open({ services, dependencies, name: "second" });
  expect(await compat.getRedirectResult(back.auth)).toMatchObject({ providerId: "google.com" });
});
