import {
  type Auth,
  connect,
  createApp,
  equal,
  type Flow,
  fails,
  PASSWORD,
  services,
  signedUp,
  type World,
} from "../world.ts";

const KINDS = {
  browserLocalPersistence: "kept",
  browserSessionPersistence: "kept",
  indexedDBLocalPersistence: "kept",
  inMemoryPersistence: "lost",
} as const;
type Kind = keyof typeof KINDS | "browserCookiePersistence";

/** The `Auth` of one kind of persistence: the app's name is part of the storage key. */
function kept(world: World, kind: Kind): Auth {
  const { sdk, origin } = world;
  const auth = sdk.initializeAuth(createApp(world, `kept-by-${kind}`), { persistence: sdk[kind] });
  sdk.connectAuthEmulator(auth, origin, { disableWarnings: true });
  return auth;
}

/** Persistence, observers and tokens. */
export const sessions: Flow[] = [
  {
    name: "a session survives a reload where it is stored, and only there",
    only: "browser",
    run: async (world) => {
      for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
        await world.sdk.createUserWithEmailAndPassword(kept(world, kind), `${kind}@example.test`, PASSWORD);
      setTimeout(() => location.reload());
    },
    afterRedirect: async (world) => {
      for (const [kind, fate] of Object.entries(KINDS)) {
        const auth = kept(world, kind as Kind);
        await auth.authStateReady();
        equal(
          auth.currentUser?.email ?? "lost",
          fate === "kept" ? `${kind}@example.test`.toLowerCase() : fate,
          kind,
        );
      }
    },
  },
  {
    name: "in Node every persistence is the memory of the process",
    only: "node",
    run: async (world) => {
      for (const kind of [...(Object.keys(KINDS) as Kind[]), "browserCookiePersistence"] as const) {
        const first = kept(world, kind);
        await world.sdk.createUserWithEmailAndPassword(first, `${kind}@example.test`, PASSWORD);
        await world.app.deleteApp(first.app);
        const next = kept(world, kind);
        await next.authStateReady();
        equal(next.currentUser?.email, `${kind}@example.test`.toLowerCase(), kind);
        await world.app.deleteApp(next.app);
      }
    },
  },
  {
    name: "setPersistence moves the session",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      await sdk.setPersistence(auth, sdk.browserSessionPersistence);
      await sdk.setPersistence(auth, sdk.inMemoryPersistence);
      equal(auth.currentUser?.uid, user.uid);
    },
  },
  {
    name: "getAuth gives one Auth for an app",
    run: async (world) => {
      const { sdk, origin } = world;
      const app = createApp(world);
      const auth = sdk.getAuth(app);
      sdk.connectAuthEmulator(auth, origin, { disableWarnings: true });
      if (sdk.getAuth(app) !== auth) throw new Error("another Auth");
      equal(auth.emulatorConfig?.options.disableWarnings, true);
      sdk.useDeviceLanguage(auth);
      await sdk.initializeRecaptchaConfig(auth);
      await sdk.signInAnonymously(auth);
      await sdk.signOut(auth);
    },
  },
  {
    name: "observers hear of sign-in, new tokens and sign-out, until they stop",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const states: unknown[] = [];
      const tokens: unknown[] = [];
      await auth.authStateReady();
      const stopStates = sdk.onAuthStateChanged(auth, (user) => void states.push(user?.email ?? null));
      const stopTokens = sdk.onIdTokenChanged(auth, (user) => void tokens.push(user?.email ?? null));
      const { user } = await sdk.createUserWithEmailAndPassword(auth, "ada@example.test", PASSWORD);
      await services(world).advance(1000);
      await sdk.getIdToken(user, true);
      await sdk.signOut(auth);
      stopStates();
      stopTokens();
      await sdk.signInAnonymously(auth);
      equal(states, [null, "ada@example.test", null]);
      equal(tokens, [null, "ada@example.test", "ada@example.test", null]);
    },
  },
  {
    name: "beforeAuthStateChanged can refuse a sign-in",
    run: async (world) => {
      const { sdk } = world;
      const { auth, email } = await signedUp(world);
      await sdk.signOut(auth);
      let undone = 0;
      const stopFirst = sdk.beforeAuthStateChanged(
        auth,
        () => {},
        () => {
          undone += 1;
        },
      );
      const stop = sdk.beforeAuthStateChanged(auth, (user) => {
        if (user) throw new Error("not today");
      });
      await fails(sdk.signInWithEmailAndPassword(auth, email, PASSWORD), "login-blocked");
      equal([auth.currentUser, undone], [null, 1]);
      stop();
      stopFirst();
      await sdk.signInWithEmailAndPassword(auth, email, PASSWORD);
    },
  },
  {
    name: "updateCurrentUser takes over a user of another Auth",
    run: async (world) => {
      const { sdk } = world;
      const { user } = await signedUp(world);
      const other = connect(world);
      await sdk.updateCurrentUser(other, user);
      equal(other.currentUser?.uid, user.uid);
      await sdk.updateCurrentUser(other, null);
      equal(other.currentUser, null);
    },
  },
  {
    name: "ID tokens: claims, forced refresh, revocation, a disabled account, a deleted one",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      const first = await sdk.getIdTokenResult(user);
      equal([first.claims.sub, first.claims.aud], [user.uid, "demo-project"]);
      equal(first.signInProvider, "password");
      equal(await sdk.getIdToken(user), first.token);
      await services(world).advance(2000);
      const second = await sdk.getIdToken(user, true);
      if (second === first.token) throw new Error("the same token again");
      await services(world).disable(user.uid);
      await fails(sdk.getIdToken(user, true), "user-disabled");
      equal(auth.currentUser, null);
      await services(world).disable(user.uid, false);
      await sdk.signInWithEmailAndPassword(auth, "ada@example.test", PASSWORD);
      const again = auth.currentUser;
      if (!again) throw new Error("no user is signed in");
      const elsewhere = connect(world);
      await sdk.signInWithEmailAndPassword(elsewhere, "ada@example.test", PASSWORD);
      if (elsewhere.currentUser) await sdk.deleteUser(elsewhere.currentUser);
      // The emulator answers USER_NOT_FOUND, which the SDK maps as in a sign-in.
      const error = await sdk.reload(again).catch((cause) => cause);
      if (!/user-token-expired|user-not-found/.test(error.code)) throw error;
      equal(auth.currentUser, null);
    },
  },
  {
    name: "no network, a busy server, and recovery",
    run: async (world) => {
      const { sdk } = world;
      const { auth, email } = await signedUp(world);
      const endpoint = "accounts:signInWithPassword";
      const signIn = () => sdk.signInWithEmailAndPassword(auth, email, PASSWORD);
      await services(world).fail({ endpoint, times: 1, fault: { kind: "offline" } });
      await fails(signIn(), "network-request-failed");
      await services(world).fail({
        endpoint,
        times: 1,
        fault: { kind: "error", word: "TOO_MANY_ATTEMPTS_TRY_LATER" },
      });
      await fails(signIn(), "too-many-requests");
      await services(world).fail({ endpoint, times: 1, fault: { kind: "html" } });
      await fails(signIn(), "network-request-failed");
      await signIn();
    },
  },
];
