import { describe, expect, test } from "vitest";
import { computeTotpCode } from "../../../../mocks/identity-toolkit/proofs/totp.ts";
import { ada, createLocal, localTest, signedUp, verifier } from "../support/local.ts";
import { identity } from "../support/secrets.ts";

describe("second factors", () => {
  /** The second factor that a refused sign-in asks for. */
  const askedIn = (...refusal: Parameters<typeof identity.getMultiFactorResolver>) => {
    const resolver = identity.getMultiFactorResolver(...refusal);
    const [hint] = resolver.hints;
    if (!hint) throw new Error("no hint");
    return { resolver, hint };
  };

  const withTotp = async () => {
    const local = await signedUp();
    await identity.sendEmailVerification(local.client);
    await identity.applyActionCode(local.client, local.services.outbox.latest(ada.email).code ?? "");
    const secret = await identity.startTotpEnrollment(local.client);
    const wrong = secret.enroll("000000x", "Phone");
    await expect(wrong).rejects.toMatchObject({ code: "invalid-verification-code" });
    const code = () => computeTotpCode(secret.secretKey, local.services.clock.now());
    const user = await secret.enroll(code(), "My app");
    return { ...local, secret, code, user };
  };

  localTest("an authenticator app is enrolled, required at sign-in, and removed", async () => {
    const { client, services, secret, code, user } = await withTotp();
    expect(user.enrolledFactors).toMatchObject([{ factorId: "totp", displayName: "My app" }]);
    expect(secret.uriFor("Tally & bin", "ada@example.com")).toMatch(
      /^otpauth:\/\/totp\/Tally%20%26%20bin:ada%40example.com\?secret=[A-Z2-7]+&issuer=Tally%20%26%20bin&algorithm=SHA1&digits=6&period=30$/,
    );
    await identity.signOut(client);
    services.clock.advance(60_000);
    const error = await identity.signInWithPassword(client, ada).catch((error) => error);
    expect(error).toMatchObject({ code: "multi-factor-auth-required" });
    expect(client.getState()).toEqual({ status: "signed-out" });
    const { resolver, hint } = askedIn(client, error);
    await resolver.resolveWithTotp(hint, code());
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(await identity.getIdTokenClaims(client)).toMatchObject({
      firebase: { sign_in_second_factor: "totp" },
    });
    const left = await identity.unenroll(client, hint.uid);
    expect(left.enrolledFactors).toEqual([]);
  });

  localTest("re-authentication requires the second factor too", async () => {
    const { client, services, code, user } = await withTotp();
    services.clock.advance(60_000);
    const error = await identity.reauthenticateWithPassword(client, ada).catch((error) => error);
    const { resolver, hint } = askedIn(client, error);
    expect((await resolver.resolveWithTotp(hint, code())).uid).toBe(user.uid);
    await identity.updatePassword(client, "another horse");
  });

  test("a phone is enrolled as a second factor, required at the next sign-in, and removed", async () => {
    const { client, server } = await signedUp();
    const number = "+15555550101";
    await identity.sendEmailVerification(client);
    await identity.applyActionCode(client, (await server.mailed("VERIFY_EMAIL")).oobCode);
    const phone = await identity.startPhoneEnrollment(client, number, verifier);
    const enrolled = await phone.enroll(await server.texted(number), "My phone");
    expect(enrolled.enrolledFactors).toMatchObject([{ factorId: "phone", displayName: "My phone" }]);
    await identity.signOut(client);
    const error = await identity.signInWithPassword(client, ada).catch((error) => error);
    const { resolver, hint } = askedIn(client, error);
    expect(hint.phoneNumber).toMatch(/0101$/);
    const verificationId = await resolver.sendCode(hint, verifier);
    await resolver.resolveWithPhone(verificationId, await server.texted(number));
    expect(await identity.getIdTokenClaims(client)).toMatchObject({
      firebase: { sign_in_second_factor: "phone" },
    });
    expect((await identity.unenroll(client, hint.uid)).enrolledFactors).toEqual([]);
  });

  test("getMultiFactorResolver throws for an error that does not ask for a second factor", () => {
    const { client } = createLocal();
    expect(() =>
      identity.getMultiFactorResolver(client, new identity.IdentityError("wrong-password")),
    ).toThrow("argument-error");
  });
});
