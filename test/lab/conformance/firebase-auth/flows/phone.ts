import { connect, equal, type Flow, fails, services, signedUp, verifierOf } from "../world.ts";

const PHONE = "+15555550100";
/** Phone numbers as a first factor: in browsers only, because the SDK for Node does not support them. */
export const phone: Flow[] = [
  {
    name: "an SMS signs in, a wrong code does not",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const auth = connect(world);
      await sdk.initializeRecaptchaConfig(auth);
      const confirmation = await sdk.signInWithPhoneNumber(auth, PHONE, verifierOf(world, auth));
      await fails(confirmation.confirm("000000"), "invalid-verification-code");
      const { user } = await confirmation.confirm(await services(world).sms(PHONE));
      equal(user.phoneNumber, PHONE);
      const again = await sdk.reauthenticateWithPhoneNumber(user, PHONE, verifierOf(world, auth));
      await again.confirm(await services(world).sms(PHONE));
      await fails(
        sdk.signInWithPhoneNumber(auth, "nonsense", verifierOf(world, auth)),
        "invalid-phone-number",
      );
    },
  },
  {
    name: "a number is linked, changed, and refused where another account has it",
    only: "browser",
    run: async (world) => {
      const { sdk } = world;
      const { auth, user } = await signedUp(world);
      const confirmation = await sdk.linkWithPhoneNumber(user, PHONE, verifierOf(world, auth));
      await confirmation.confirm(await services(world).sms(PHONE));
      const provider = new sdk.PhoneAuthProvider(auth);
      const id = await provider.verifyPhoneNumber("+15555550101", verifierOf(world, auth));
      const code = await services(world).sms("+15555550101");
      const credential = sdk.PhoneAuthProvider.credential(id, code);
      if (!(credential instanceof sdk.PhoneAuthCredential)) throw new Error("not a PhoneAuthCredential");
      await sdk.updatePhoneNumber(user, credential);
      equal(user.phoneNumber, "+15555550101");
      const other = await signedUp(world, "bea@example.test");
      const taken = await sdk.linkWithPhoneNumber(other.user, "+15555550101", verifierOf(world, other.auth));
      const error = await fails(
        taken.confirm(await services(world).sms("+15555550101")),
        "account-exists-with-different-credential",
      );
      const proof = sdk.PhoneAuthProvider.credentialFromError(error as never);
      if (!proof) throw new Error("no credential in the error");
      equal((await sdk.signInWithCredential(other.auth, proof)).user.uid, user.uid);
    },
  },
];
