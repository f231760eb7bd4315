import { connect, equal, type Flow, fails, PASSWORD, services, signedUp } from "../world.ts";

/** Sign-up and sign-in with a password, anonymously, and with a custom token; account changes. */
export const accounts: Flow[] = [
  {
    name: "sign-up, sign-out and sign-in with a password",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const created = await sdk.createUserWithEmailAndPassword(auth, "ada@example.test", PASSWORD);
      equal(sdk.getAdditionalUserInfo(created)?.isNewUser, true, "isNewUser");
      equal(created.operationType, sdk.OperationType.SIGN_IN);
      equal(created.user.providerData[0]?.providerId, sdk.ProviderId.PASSWORD);
      await sdk.signOut(auth);
      equal(auth.currentUser, null);
      const { user } = await sdk.signInWithEmailAndPassword(auth, "ADA@example.test", PASSWORD);
      equal([user.uid, user.email, user.emailVerified], [created.user.uid, "ada@example.test", false]);
    },
  },
  {
    name: "refusals of sign-up and sign-in",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      const up = (email: string, password: string) =>
        sdk.createUserWithEmailAndPassword(auth, email, password);
      const signIn = (email: string, password: string) =>
        sdk.signInWithEmailAndPassword(auth, email, password);
      await fails(up("ada@example.test", PASSWORD), "email-already-in-use");
      await fails(up("bea@example.test", "short"), "weak-password");
      await fails(up("bea@example.test", ""), "missing-password");
      await fails(up("nonsense", PASSWORD), "invalid-email");
      await fails(signIn("ada@example.test", "wrong horse"), "wrong-password");
      await fails(signIn("bea@example.test", PASSWORD), "user-not-found");
      await services(world).disable(user.uid);
      await fails(signIn("ada@example.test", PASSWORD), "user-disabled");
      await services(world).set({ enumerationProtection: true });
      await fails(signIn("bea@example.test", PASSWORD), "invalid-credential");
      equal(sdk.AuthErrorCodes.INVALID_PASSWORD, "auth/wrong-password");
    },
  },
  {
    name: "messages of errors, short and long",
    run: async (world) => {
      const { sdk, origin } = world;
      for (const [errorMap, text] of [
        [sdk.debugErrorMap, "There is no user record"],
        [sdk.prodErrorMap, "Firebase: Error"],
      ] as const) {
        const { app } = connect(world);
        const named = world.app.initializeApp(app.options, `${app.name}-${text}`);
        const auth = sdk.initializeAuth(named, { errorMap });
        sdk.connectAuthEmulator(auth, origin, { disableWarnings: true });
        const signIn = sdk.signInWithEmailAndPassword(auth, "ada@example.test", PASSWORD);
        const error = (await fails(signIn, "user-not-found")) as Error;
        if (!error.message.includes(text)) throw new Error(`the message is ${error.message}`);
      }
    },
  },
  {
    name: "the methods of an address, and the password policy",
    run: async (world) => {
      const { sdk } = world;
      const { auth, email } = await signedUp(world);
      equal(await sdk.fetchSignInMethodsForEmail(auth, email), [sdk.SignInMethod.EMAIL_PASSWORD]);
      equal(await sdk.fetchSignInMethodsForEmail(auth, "bea@example.test"), []);
      const good = await sdk.validatePassword(auth, PASSWORD);
      equal([good.isValid, good.meetsMinPasswordLength], [true, true]);
      equal((await sdk.validatePassword(auth, "ab")).isValid, false);
      const passwordPolicy = { minPasswordLength: 20, enforcementState: "ENFORCE" };
      await services(world).set({ passwordPolicy });
      const strict = connect(world);
      equal((await sdk.validatePassword(strict, PASSWORD)).isValid, false);
      await fails(
        sdk.createUserWithEmailAndPassword(strict, "bea@example.test", PASSWORD),
        "password-does-not-meet-requirements",
      );
    },
  },
  {
    name: "an anonymous user gets a password",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const { user } = await sdk.signInAnonymously(auth);
      equal(user.isAnonymous, true);
      const credential = sdk.EmailAuthProvider.credential("ada@example.test", PASSWORD);
      if (!(credential instanceof sdk.EmailAuthCredential)) throw new Error("not an EmailAuthCredential");
      if (!(credential instanceof sdk.AuthCredential)) throw new Error("not an AuthCredential");
      const linked = await sdk.linkWithCredential(user, credential);
      equal([linked.user.uid, linked.user.isAnonymous], [user.uid, false]);
      await sdk.signOut(auth);
      equal((await sdk.signInWithCredential(auth, credential)).user.uid, user.uid);
    },
  },
  {
    name: "a custom token with claims",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const token = JSON.stringify({ uid: "custom-1", claims: { role: "editor" } });
      const { user } = await sdk.signInWithCustomToken(auth, token);
      equal(user.uid, "custom-1");
      equal((await sdk.getIdTokenResult(user)).claims["role"], "editor");
      await fails(sdk.signInWithCustomToken(auth, "nonsense"), "invalid-custom-token");
    },
  },
  {
    name: "name, picture, address, password; deletion",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      await sdk.updateProfile(user, { displayName: "Ada", photoURL: "https://pictures.test/a.png" });
      await sdk.reload(user);
      equal([user.displayName, user.photoURL], ["Ada", "https://pictures.test/a.png"]);
      await sdk.updateProfile(user, { displayName: "" });
      await sdk.reload(user);
      equal(user.displayName, null);
      await sdk.updateEmail(user, "ada@work.test");
      equal(user.email, "ada@work.test");
      await sdk.updatePassword(user, "battery staple");
      await sdk.signInWithEmailAndPassword(auth, "ada@work.test", "battery staple");
      await fails(sdk.signInWithEmailAndPassword(auth, "ada@work.test", PASSWORD), "wrong-password");
      const current = auth.currentUser;
      if (!current) throw new Error("no user is signed in");
      await sdk.deleteUser(current);
      equal(auth.currentUser, null);
      await fails(sdk.signInWithEmailAndPassword(auth, "ada@work.test", "battery staple"), "user-not-found");
    },
  },
];
