import { connect, createApp, equal, type Flow, fails, PASSWORD, signedUp, type World } from "../world.ts";

const GINA = "gina@example.test";

/** The only `Auth` of a page that redirects: its name must be the same after the return. */
function redirecting(world: World) {
  const { sdk, origin } = world;
  const auth = sdk.initializeAuth(createApp(world, "redirects"), {
    persistence: sdk.browserSessionPersistence,
    popupRedirectResolver: sdk.browserPopupRedirectResolver,
  });
  sdk.connectAuthEmulator(auth, origin, { disableWarnings: true });
  return auth;
}

/** Runs a call that never ends, because the page navigates away. */
const leave = (work: Promise<unknown>): string => {
  work.catch((error: unknown) => console.error("the redirect failed", error));
  return "leaving";
};

/** Flows with popups and redirects. The local consent page replaces the provider's. */
export const windows: Flow[] = [
  {
    name: "a popup signs in, links and re-authenticates",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const google = new sdk.GoogleAuthProvider().addScope("email").setCustomParameters({ login_hint: GINA });
      await world.consent({ choice: "add", email: GINA });
      const signedIn = await sdk.signInWithPopup(auth, google);
      equal([signedIn.user.email, signedIn.user.emailVerified], [GINA, true]);
      equal(sdk.getAdditionalUserInfo(signedIn)?.isNewUser, true);
      if (!sdk.GoogleAuthProvider.credentialFromResult(signedIn)?.accessToken) throw new Error("no token");
      await world.consent({ choice: "add", email: GINA });
      await sdk.linkWithPopup(signedIn.user, new sdk.GithubAuthProvider());
      await world.consent({ choice: "add", email: GINA });
      const again = await sdk.reauthenticateWithPopup(signedIn.user, google);
      equal(again.operationType, sdk.OperationType.REAUTHENTICATE);
      await world.consent({ choice: "add", email: "someone-else@example.test" });
      await fails(sdk.reauthenticateWithPopup(signedIn.user, google), "user-mismatch");
    },
  },
  {
    name: "the chooser takes what tests for Google's emulator press",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const google = new sdk.GoogleAuthProvider();
      const add = [
        "#content button",
        ".js-new-account button",
        "#add-account-button",
        ".js-new-account",
        "#add-account-button > button > div",
        "text=Add new account",
      ];
      const generate = ["#autogen-button", "text=Auto-generate user information", "#autogen-button > div"];
      const finish = ["#sign-in", "#sign-in > span", "button:has-text('Sign in with Google.com')"];
      const generated: string[] = [];
      for (const [index, first] of add.entries()) {
        const presses = [first, generate[index % 3] ?? "", finish[index % 3] ?? ""];
        await world.consent({ choice: "chooser", presses });
        const { user } = await sdk.signInWithPopup(auth, google);
        if (!user.email?.endsWith("@example.com") || !user.displayName) throw new Error("nothing generated");
        generated.push(user.email);
      }
      equal(new Set(generated).size, generated.length);
      const [email] = generated;
      for (const again of [`.js-reuse-account:has-text("${email}")`, `#accounts-list >> text=${email}`]) {
        await world.consent({ choice: "chooser", presses: [again] });
        equal((await sdk.signInWithPopup(auth, google)).user.email, email);
      }
    },
  },
  {
    name: "popups of the other providers, of which Apple posts its answer",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      for (const provider of [
        new sdk.FacebookAuthProvider(),
        new sdk.TwitterAuthProvider(),
        new sdk.SAMLAuthProvider("saml.example"),
        new sdk.OAuthProvider("oidc.example"),
        new sdk.OAuthProvider("microsoft.com").setCustomParameters({ tenant: "acme" }),
        new sdk.OAuthProvider("yahoo.com"),
        new sdk.OAuthProvider("apple.com").addScope("name"),
      ]) {
        await world.consent({ choice: "add", email: `${provider.providerId}@example.test` });
        const signedIn = await sdk.signInWithPopup(auth, provider);
        equal(signedIn.user.providerData[0]?.providerId, provider.providerId);
        equal(sdk.getAdditionalUserInfo(signedIn)?.isNewUser, true);
        if (!/^(oidc|microsoft|yahoo|apple)/.test(provider.providerId)) continue;
        const credential = sdk.OAuthProvider.credentialFromResult(signedIn);
        equal([typeof credential?.idToken, typeof credential?.accessToken], ["string", "string"]);
      }
    },
  },
  {
    name: "a popup that is denied, closed, or replaced by another",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const google = new sdk.GoogleAuthProvider();
      await world.consent({ choice: "deny" });
      await fails(sdk.signInWithPopup(auth, google), "user-cancelled");
      await world.consent({ choice: "close" });
      await fails(sdk.signInWithPopup(auth, google), "popup-closed-by-user");
      await world.consent({ choice: "close" });
      const first = fails(sdk.signInWithPopup(auth, google), "cancelled-popup-request");
      await world.consent({ choice: "add", email: GINA });
      await sdk.signInWithPopup(auth, google);
      await first;
    },
  },
  {
    name: "a redirect signs in",
    only: "browser",
    run: async (world) => {
      await world.consent({ choice: "add", email: GINA });
      return leave(world.sdk.signInWithRedirect(redirecting(world), new world.sdk.GoogleAuthProvider()));
    },
    afterRedirect: async (world) => {
      const { sdk } = world;
      const auth = redirecting(world);
      const result = await sdk.getRedirectResult(auth);
      equal([result?.user.email, result?.operationType], [GINA, sdk.OperationType.SIGN_IN]);
      equal(auth.currentUser?.email, GINA);
    },
  },
  {
    name: "a redirect to Apple, which posts its answer",
    only: "browser",
    run: async (world) => {
      const apple = new world.sdk.OAuthProvider("apple.com").addScope("email");
      await world.consent({ choice: "add", email: GINA });
      return leave(world.sdk.signInWithRedirect(redirecting(world), apple));
    },
    afterRedirect: async (world) => {
      equal((await world.sdk.getRedirectResult(redirecting(world)))?.user.email, GINA);
    },
  },
  {
    name: "a redirect links",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = redirecting(world);
      const { user } = await sdk.createUserWithEmailAndPassword(auth, "ada@example.test", PASSWORD);
      await world.consent({ choice: "add", email: "ada@example.test" });
      return leave(sdk.linkWithRedirect(user, new sdk.GithubAuthProvider()));
    },
    afterRedirect: async (world) => {
      const { sdk } = world;
      const auth = redirecting(world);
      const result = await sdk.getRedirectResult(auth);
      equal(result?.operationType, sdk.OperationType.LINK);
      equal(auth.currentUser?.providerData.map(({ providerId }) => providerId).sort(), [
        "github.com",
        "password",
      ]);
    },
  },
  {
    name: "a redirect re-authenticates",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = redirecting(world);
      await world.consent({ choice: "add", email: GINA });
      const { user } = await sdk.signInWithPopup(auth, new sdk.GoogleAuthProvider());
      await world.consent({ choice: "add", email: GINA });
      return leave(sdk.reauthenticateWithRedirect(user, new sdk.GoogleAuthProvider()));
    },
    afterRedirect: async (world) => {
      const { sdk } = world;
      const result = await sdk.getRedirectResult(redirecting(world));
      equal([result?.user.email, result?.operationType], [GINA, sdk.OperationType.REAUTHENTICATE]);
    },
  },
  {
    name: "a redirect that is denied",
    only: "browser",
    run: async (world) => {
      await world.consent({ choice: "deny" });
      return leave(world.sdk.signInWithRedirect(redirecting(world), new world.sdk.GoogleAuthProvider()));
    },
    afterRedirect: async (world) => {
      const auth = redirecting(world);
      await fails(world.sdk.getRedirectResult(auth), "user-cancelled");
      equal(auth.currentUser, null);
    },
  },
  {
    name: "what the SDK for Node refuses",
    only: "node",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      const unsupported = "operation-not-supported-in-this-environment";
      const google = new sdk.GoogleAuthProvider();
      equal((sdk.browserPopupRedirectResolver as unknown as { code: string }).code, `auth/${unsupported}`);
      const verifier = { type: "recaptcha", verify: async () => "any" };
      const calls: (() => unknown)[] = [
        () => sdk.signInWithPopup(auth, google),
        () => sdk.signInWithPopup(auth, new sdk.SAMLAuthProvider("saml.example")),
        () => sdk.linkWithPopup(user, google),
        () => sdk.reauthenticateWithPopup(user, google),
        () => sdk.signInWithRedirect(auth, google),
        () => sdk.linkWithRedirect(user, google),
        () => sdk.reauthenticateWithRedirect(user, google),
        () => sdk.getRedirectResult(auth),
        () => sdk.signInWithPhoneNumber(auth, "+15555550100", verifier),
        () => sdk.linkWithPhoneNumber(user, "+15555550100", verifier),
        () => sdk.reauthenticateWithPhoneNumber(user, "+15555550100", verifier),
        () => sdk.updatePhoneNumber(user, {} as never),
        () => new sdk.PhoneAuthProvider(auth),
        () => new sdk.RecaptchaVerifier(auth, "none"),
        () => sdk.PhoneMultiFactorGenerator.assertion({} as never),
      ];
      for (const call of calls) await fails(call, unsupported);
    },
  },
];
