import { expect, test } from "vitest";
import { computeTotpCode, totpStepAt } from "../../../../mocks/identity-toolkit/proofs/totp.ts";
import * as compat from "../../src/compat/index.ts";
import { codeOf } from "./text-messages.ts";
import { EMAIL, open } from "./world.ts";

const PHONE = "+15555551000";
const verifier = { type: "recaptcha", verify: async () => "token" };
const google = () =>
  compat.GoogleAuthProvider.credential(JSON.stringify({ sub: EMAIL, email: EMAIL, email_verified: true }));

/** A signed-in user with a verified address, as second factors require. */
async function verified() {
  const world = open();
  const { user } = await compat.signInWithCredential(world.auth, google());
  return { ...world, user, factors: compat.multiFactor(user) };
}

async function withApp() {
  const world = await verified();
  const secret = await compat.TotpMultiFactorGenerator.generateSecret(await world.factors.getSession());
  const code = () => computeTotpCode(secret.secretKey, totpStepAt(world.services.clock.now()));
  await world.factors.enroll(
    compat.TotpMultiFactorGenerator.assertionForEnrollment(secret, await code()),
    "My app",
  );
  return { ...world, secret, code };
}

async function withPhone() {
  const world = await verified();
  const session = await world.factors.getSession();
  const provider = new compat.PhoneAuthProvider(world.auth);
  const id = await provider.verifyPhoneNumber({ phoneNumber: PHONE, session }, verifier);
  const credential = compat.PhoneAuthProvider.credential(id, await codeOf(world.services, id));
  await world.factors.enroll(compat.PhoneMultiFactorGenerator.assertion(credential), "My phone");
  return { ...world, provider };
}

test("an authenticator app is enrolled as a second factor and removed", async () => {
  const { user, factors, secret, auth } = await withApp();
  expect(secret).toMatchObject({
    hashingAlgorithm: "SHA1",
    codeLength: 6,
    codeIntervalSeconds: 30,
    enrollmentCompletionDeadline: expect.stringMatching(/GMT$/),
  });
  expect(secret.generateQrCodeUrl()).toBe(
    `otpauth://totp/${auth.name}:${EMAIL}?secret=${secret.secretKey}&issuer=${auth.name}&algorithm=SHA1&digits=6`,
  );
  expect(secret.generateQrCodeUrl("eve", "My shop")).toContain("totp/My%20shop:eve?");
  expect(factors.enrolledFactors).toEqual([
    {
      uid: expect.any(String),
      factorId: "totp",
      displayName: "My app",
      enrollmentTime: expect.stringMatching(/GMT$/),
    },
  ]);
  expect(compat.multiFactor(user)).toBe(factors);
  await factors.unenroll(factors.enrolledFactors[0] as compat.MultiFactorInfo);
  expect(factors.enrolledFactors).toEqual([]);
});

test("an enrollment with a wrong code fails and adds no second factor", async () => {
  const { factors } = await verified();
  const secret = await compat.TotpMultiFactorGenerator.generateSecret(await factors.getSession());
  const assertion = compat.TotpMultiFactorGenerator.assertionForEnrollment(secret, "000000");
  await expect(factors.enroll(assertion)).rejects.toMatchObject({ code: "auth/invalid-verification-code" });
  expect(factors.enrolledFactors).toEqual([]);
});

test("a sign-in is completed with an authenticator app's code, and keeps the provider's information", async () => {
  const { auth, services, code, user } = await withApp();
  await compat.signOut(auth);
  services.clock.advance(30_000);
  const error = await compat.signInWithCredential(auth, google()).catch((caught) => caught);
  expect(error).toMatchObject({
    code: "auth/multi-factor-auth-required",
    customData: { appName: auth.name, operationType: "signIn" },
  });
  const resolver = compat.getMultiFactorResolver(auth, error);
  const [hint] = resolver.hints;
  expect(hint).toMatchObject({ factorId: "totp", displayName: "My app" });
  const assertion = (digits: string) =>
    compat.TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? "", digits);
  await expect(resolver.resolveSignIn(assertion("000000"))).rejects.toMatchObject({
    code: "auth/invalid-verification-code",
  });
  const result = await resolver.resolveSignIn(assertion(await code()));
  expect(result).toMatchObject({
    operationType: "signIn",
    providerId: "google.com",
    user: { uid: user.uid },
  });
  expect(auth.currentUser).toBe(result.user);
  expect(compat.GoogleAuthProvider.credentialFromResult(result)).not.toBeNull();
  expect(compat.getAdditionalUserInfo(result)).toMatchObject({ providerId: "google.com", isNewUser: false });
});

test("a sign-in is completed with a code sent to the phone of the second factor", async () => {
  const { auth, services, provider } = await withPhone();
  await compat.signOut(auth);
  const error = await compat.signInWithCredential(auth, google()).catch((caught) => caught);
  const { session, hints, resolveSignIn } = compat.getMultiFactorResolver(auth, error);
  const [multiFactorHint] = hints;
  expect(multiFactorHint).toMatchObject({ factorId: "phone", phoneNumber: expect.stringMatching(/1000$/) });
  await expect(provider.verifyPhoneNumber({ session }, verifier)).rejects.toMatchObject({
    code: "auth/missing-multi-factor-info",
  });
  const id = await provider.verifyPhoneNumber(
    { multiFactorHint: multiFactorHint as compat.MultiFactorInfo, session },
    verifier,
  );
  const credential = compat.PhoneAuthProvider.credential(id, await codeOf(services, id));
  const result = await resolveSignIn(compat.PhoneMultiFactorGenerator.assertion(credential));
  expect(auth.currentUser).toBe(result.user);
});

test("a re-authentication is completed with an authenticator app's code", async () => {
  const { auth, services, code, user } = await withApp();
  services.clock.advance(30_000);
  const error = await compat.reauthenticateWithCredential(user, google()).catch((caught) => caught);
  expect(error).toMatchObject({ customData: { operationType: "reauthenticate" } });
  const { hints, resolveSignIn } = compat.getMultiFactorResolver(auth, error);
  const result = await resolveSignIn(
    compat.TotpMultiFactorGenerator.assertionForSignIn(hints[0]?.uid ?? "", await code()),
  );
  expect(result).toMatchObject({ operationType: "reauthenticate", providerId: "google.com" });
  expect(result.user).toBe(user);
});

test("a sign-in's multi-factor session is refused for an enrollment, and an enrollment's session for a sign-in", async () => {
  const { auth, factors, provider } = await withPhone();
  const enrollment = await factors.getSession();
  await compat.signOut(auth);
  const error = await compat.signInWithCredential(auth, google()).catch((caught) => caught);
  const { session } = compat.getMultiFactorResolver(auth, error);
  expect(JSON.stringify(session)).toBe("{}");
  const refused = { code: "auth/internal-error" };
  await expect(compat.TotpMultiFactorGenerator.generateSecret(session)).rejects.toMatchObject(refused);
  await expect(provider.verifyPhoneNumber({ phoneNumber: PHONE, session }, verifier)).rejects.toMatchObject(
    refused,
  );
  await expect(
    provider.verifyPhoneNumber({ multiFactorUid: "uid", session: enrollment }, verifier),
  ).rejects.toMatchObject(refused);
});

test("multiFactor() throws for an object that is no User, and getMultiFactorResolver() for an unrelated error", () => {
  const { auth } = open();
  expect(() => compat.multiFactor({} as compat.User)).toThrow(
    expect.objectContaining({ code: "auth/argument-error" }),
  );
  expect(() => compat.getMultiFactorResolver(auth, new Error("other"))).toThrow(
    expect.objectContaining({ code: "auth/argument-error" }),
  );
});
