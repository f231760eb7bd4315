import { connect, equal, type Flow, fails, PASSWORD, services, signedUp } from "../world.ts";

const PAGE = "http://localhost/finish";

/** Mailed links and their codes. */
export const actionCodes: Flow[] = [
  {
    name: "a verified address",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      await sdk.sendEmailVerification(user, { url: PAGE });
      const code = await services(world).code("VERIFY_EMAIL");
      const info = await sdk.checkActionCode(auth, code);
      equal([info.operation, info.data.email], [sdk.ActionCodeOperation.VERIFY_EMAIL, "ada@example.test"]);
      await sdk.applyActionCode(auth, code);
      await sdk.reload(user);
      equal(user.emailVerified, true);
      await fails(sdk.applyActionCode(auth, code), "invalid-action-code");
    },
  },
  {
    name: "a forgotten password, and a link that is too old",
    run: async (world) => {
      const { sdk } = world;
      const { auth, email } = await signedUp(world);
      await sdk.sendPasswordResetEmail(auth, email);
      const code = await services(world).code("PASSWORD_RESET");
      equal(await sdk.verifyPasswordResetCode(auth, code), email);
      await fails(sdk.confirmPasswordReset(auth, code, "short"), "weak-password");
      await sdk.confirmPasswordReset(auth, code, "battery staple");
      await sdk.signInWithEmailAndPassword(auth, email, "battery staple");
      await sdk.sendPasswordResetEmail(auth, email);
      const old = await services(world).code("PASSWORD_RESET");
      await services(world).advance(3_600_000);
      await fails(sdk.confirmPasswordReset(auth, old, PASSWORD), "expired-action-code");
    },
  },
  {
    name: "an address that changes by mail, and the way back",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      await sdk.verifyBeforeUpdateEmail(user, "ada@work.test", { url: PAGE });
      const code = await services(world).code("VERIFY_AND_CHANGE_EMAIL");
      const info = await sdk.checkActionCode(auth, code);
      equal([info.data.email, info.data.previousEmail], ["ada@work.test", "ada@example.test"]);
      await sdk.applyActionCode(auth, code);
      await sdk.reload(user);
      equal([user.email, user.emailVerified], ["ada@work.test", true]);
      const recovery = await services(world).code("RECOVER_EMAIL");
      const back = await sdk.checkActionCode(auth, recovery);
      equal(back.operation, sdk.ActionCodeOperation.RECOVER_EMAIL);
      await sdk.applyActionCode(auth, recovery);
      await sdk.signInWithEmailAndPassword(auth, "ada@example.test", PASSWORD);
    },
  },
  {
    name: "a sign-in link, read and used",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const settings = { url: `${PAGE}?a=1`, handleCodeInApp: true };
      await sdk.sendSignInLinkToEmail(auth, "ada@example.test", settings);
      const link = await services(world).link("EMAIL_SIGNIN");
      equal(sdk.isSignInWithEmailLink(auth, link), true);
      equal(sdk.isSignInWithEmailLink(auth, PAGE), false);
      const parsed = sdk.parseActionCodeURL(link);
      equal(parsed?.operation, sdk.ActionCodeOperation.EMAIL_SIGNIN);
      equal(sdk.ActionCodeURL.parseLink(link)?.code, parsed?.code);
      await fails(sdk.signInWithEmailLink(auth, "bea@example.test", link), "invalid-email");
      const { user } = await sdk.signInWithEmailLink(auth, "ada@example.test", link);
      equal([user.email, user.emailVerified], ["ada@example.test", true]);
      equal(await sdk.fetchSignInMethodsForEmail(auth, "ada@example.test"), [sdk.SignInMethod.EMAIL_LINK]);
    },
  },
  {
    name: "a sign-in link is linked to an anonymous user",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      const { user } = await sdk.signInAnonymously(auth);
      const settings = { url: PAGE, handleCodeInApp: true };
      await sdk.sendSignInLinkToEmail(auth, "ada@example.test", settings);
      const link = await services(world).link("EMAIL_SIGNIN");
      const credential = sdk.EmailAuthProvider.credentialWithLink("ada@example.test", link);
      const linked = await sdk.linkWithCredential(user, credential);
      equal([linked.user.uid, linked.user.email], [user.uid, "ada@example.test"]);
    },
  },
];
