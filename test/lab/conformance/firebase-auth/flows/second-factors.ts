import { TOTP } from "otpauth";
import { equal, type Flow, fails, PASSWORD, services, signedUp, verifierOf, type World } from "../world.ts";

/** An account needs a verified address before it gets a second factor. */
async function verified(world: World) {
  const { sdk } = world;
  const account = await signedUp(world);
  await sdk.sendEmailVerification(account.user);
  await sdk.applyActionCode(account.auth, await services(world).code("VERIFY_EMAIL"));
  await sdk.reload(account.user);
  await sdk.getIdToken(account.user, true);
  return account;
}

/** TOTP and SMS as second factors. */
export const secondFactors: Flow[] = [
  {
    name: "an authenticator app is enrolled, asked for and removed",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user, email } = await verified(world);
      const factors = sdk.multiFactor(user);
      const secret = await sdk.TotpMultiFactorGenerator.generateSecret(await factors.getSession());
      if (!(secret instanceof sdk.TotpSecret)) throw new Error("not a TotpSecret");
      if (!secret.generateQrCodeUrl(email, "Tallybin").includes(secret.secretKey)) throw new Error("no URL");
      const code = async () =>
        new TOTP({ secret: secret.secretKey }).generate({ timestamp: await services(world).now() });
      const enroll = (given: string) =>
        factors.enroll(sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, given), "Phone");
      const right = await code();
      await fails(enroll(right === "000000" ? "111111" : "000000"), "invalid-verification-code");
      await enroll(right);
      equal(
        factors.enrolledFactors.map(({ factorId, displayName }) => [factorId, displayName]),
        [[sdk.FactorId.TOTP, "Phone"]],
      );
      await sdk.signOut(auth);

      const error = await fails(
        sdk.signInWithEmailAndPassword(auth, email, PASSWORD),
        "multi-factor-auth-required",
      );
      const resolver = sdk.getMultiFactorResolver(auth, error as never);
      const hint = resolver.hints[0]?.uid ?? "";
      const resolve = (given: string) =>
        resolver.resolveSignIn(sdk.TotpMultiFactorGenerator.assertionForSignIn(hint, given));
      await services(world).advance(30_000);
      const next = await code();
      await fails(resolve(next === "000000" ? "111111" : "000000"), "invalid-verification-code");
      const signedIn = await resolve(next);
      equal((await sdk.getIdTokenResult(signedIn.user)).signInSecondFactor, "totp");
      await sdk.multiFactor(signedIn.user).unenroll(hint);
      equal(sdk.multiFactor(signedIn.user).enrolledFactors, []);
    },
  },
  {
    name: "a phone is a second factor",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user, email } = await verified(world);
      const phoneNumber = "+15555550100";
      const provider = new sdk.PhoneAuthProvider(auth);
      const factors = sdk.multiFactor(user);
      const session = await factors.getSession();
      const id = await provider.verifyPhoneNumber({ phoneNumber, session }, verifierOf(world, auth));
      const credential = sdk.PhoneAuthProvider.credential(id, await services(world).sms(phoneNumber));
      await factors.enroll(sdk.PhoneMultiFactorGenerator.assertion(credential), "Phone");
      await sdk.signOut(auth);

      const error = await fails(
        sdk.signInWithEmailAndPassword(auth, email, PASSWORD),
        "multi-factor-auth-required",
      );
      const resolver = sdk.getMultiFactorResolver(auth, error as never);
      const multiFactorHint = resolver.hints[0];
      if (!multiFactorHint) throw new Error("no hint");
      equal(multiFactorHint.factorId, sdk.FactorId.PHONE);
      const again = await provider.verifyPhoneNumber(
        { multiFactorHint, session: resolver.session },
        verifierOf(world, auth),
      );
      const answer = sdk.PhoneAuthProvider.credential(again, await services(world).sms(phoneNumber));
      const signedIn = await resolver.resolveSignIn(sdk.PhoneMultiFactorGenerator.assertion(answer));
      equal(signedIn.user.email, email);
    },
  },
];
