import { describe, expect, test } from "vitest";
import { ORIGIN } from "../support.ts";
import { bytes, type CreationAnswer, connected, enrolled, type Parts } from "./support.ts";

const flip = (part: ArrayBuffer, at: number) => {
  const view = new Uint8Array(part);
  view[at] = (view[at] ?? 0) ^ 1;
};

describe("a sign-in is refused", () => {
  const REFUSED = "INVALID_AUTHENTICATOR_RESPONSE : ";

  test("a passkey sign-in is refused when its challenge was used before", async () => {
    const { sign, signIn } = await enrolled();
    const signed = await sign();
    expect((await signIn(signed)).status).toBe(200);
    expect((await signIn(signed)).word).toBe(`${REFUSED}CHALLENGE_MISMATCH`);
  });

  test("a passkey sign-in is refused when its challenge is older than five minutes", async () => {
    const { sign, signIn, services } = await enrolled();
    const signed = await sign();
    services.clock.advance(299_000);
    const inTime = await sign();
    services.clock.advance(1000);
    expect((await signIn(signed)).word).toBe("PASSKEY_CHALLENGE_TIMEOUT");
    expect((await signIn(inTime)).status).toBe(200);
  });

  test("a passkey sign-in is refused when its challenge was made for an enrollment", async () => {
    const { call2, ada, platform, signIn } = await enrolled();
    const { body } = await call2("accounts/passkeyEnrollment:start", { idToken: ada.idToken });
    const { challenge } = body["credentialCreationOptions"] as CreationAnswer;
    const signed = await platform.credentials.get({
      publicKey: { challenge: bytes(challenge), rpId: "localhost" },
    });
    expect((await signIn(signed as unknown as Parts)).word).toBe(`${REFUSED}CHALLENGE_MISMATCH`);
  });

  test.each([
    ["https://elsewhere.example", [], "ORIGIN_MISMATCH"],
    [ORIGIN, ["https://tallybin.example"], "ORIGIN_MISMATCH"],
    ["https://localhost.evil.example", [], "ORIGIN_MISMATCH"],
  ])(
    "a passkey sign-in from the origin %s is refused when the expected origins are %o",
    async (origin, expectedOrigins, detail) => {
      const { sign, signIn, services, screws } = await enrolled();
      services.identity.settings.passkeys.expectedOrigins = expectedOrigins;
      screws.origin = origin;
      expect((await signIn(await sign())).word).toBe(REFUSED + detail);
    },
  );

  test("a passkey sign-in is refused when it was signed for another domain", async () => {
    const { sign, signIn, screws } = await enrolled();
    screws.rpId = "elsewhere.example";
    expect((await signIn(await sign())).word).toBe(`${REFUSED}RP_ID_MISMATCH`);
  });

  test.each([
    [{ present: false, verified: true }, "USER_NOT_PRESENT"],
    [{ present: true, verified: false }, "USER_NOT_VERIFIED"],
  ])("a passkey sign-in is refused when the authenticator reports the user as %o", async (person, detail) => {
    const { sign, signIn, screws } = await enrolled();
    screws.person = person;
    expect((await signIn(await sign())).word).toBe(REFUSED + detail);
  });

  test("a passkey sign-in is refused when its signature is forged", async () => {
    const { sign, signIn } = await enrolled();
    const signed = await sign();
    flip(signed.response.signature, 12);
    expect((await signIn(signed)).word).toBe(`${REFUSED}INVALID_SIGNATURE`);
  });

  test("a passkey sign-in is refused when the passkey's counter went back", async () => {
    const { sign, signIn, screws } = await enrolled();
    screws.stepOfCounter = 5;
    expect((await signIn(await sign())).status).toBe(200);
    screws.stepOfCounter = -3;
    expect((await signIn(await sign())).word).toBe(`${REFUSED}COUNTER_ROLLBACK`);
  });

  test("a passkey sign-in is refused when it names another user than the passkey's", async () => {
    const { sign, signIn } = await enrolled();
    const signed = await sign();
    signed.response.userHandle = new TextEncoder().encode("somebody else").buffer;
    expect((await signIn(signed)).word).toBe(`${REFUSED}USER_HANDLE_MISMATCH`);
  });

  test("a passkey sign-in is refused when the passkey's account no longer exists", async () => {
    const { sign, signIn, services, ada } = await enrolled();
    const signed = await sign();
    services.identity.remove(ada.uid);
    expect((await signIn(signed)).word).toBe("PASSKEY_CREDENTIAL_NOT_FOUND");
  });

  test("a passkey sign-in is refused when the account is disabled", async () => {
    const { sign, signIn, services, ada } = await enrolled();
    services.identity.update({ localId: ada.uid }, { disabled: true });
    expect((await signIn(await sign())).word).toBe("USER_DISABLED");
  });

  test.each([
    [{}, "MISSING_AUTHENTICATOR_RESPONSE"],
    [{ authenticatorAuthenticationResponse: {} }, "INVALID_CREDENTIAL_ID"],
  ])("a passkey sign-in with the body %o is refused", async (body, word) => {
    const { call2 } = await enrolled();
    expect((await call2("accounts/passkeySignIn:finalize", body)).word).toBe(word);
  });
});

describe("an enrollment is refused", () => {
  test("a passkey enrollment is refused when its challenge was made for another user", async () => {
    const { create, finalize, signUp } = await connected();
    const bob = await signUp("bob@example.test");
    const { word } = await finalize(await create(), { idToken: bob.idToken });
    expect(word).toBe("INVALID_AUTHENTICATOR_RESPONSE : CHALLENGE_MISMATCH");
  });

  test("a passkey enrollment is refused when its attestation is not valid WebAuthn data", async () => {
    const { create, finalize } = await connected();
    const made = await create();
    made.response.attestationObject = new ArrayBuffer(8);
    expect((await finalize(made)).word).toBe("INVALID_AUTHENTICATOR_RESPONSE : MALFORMED");
  });

  test("a passkey enrollment is refused when this account or another account already has the passkey", async () => {
    const { create, finalize, services, passkeys } = await enrolled();
    const known = services.identity.passkeys.keys.get(passkeys[0]?.id ?? "");
    if (!known) throw new Error("no key");
    const again = await create();
    services.identity.passkeys.keys.set(again.id, { ...known, credentialId: again.id });
    expect((await finalize(again)).word).toBe("PASSKEY_EXISTS");
    const others = await create();
    services.identity.passkeys.keys.set(others.id, { ...known, credentialId: others.id, uid: "bob" });
    expect((await finalize(others)).word).toBe("CREDENTIAL_ALREADY_IN_USE");
  });

  test("a passkey enrollment is refused when the account already has the maximum number of passkeys", async () => {
    const { call2, services, ada } = await enrolled();
    services.identity.settings.passkeys.limit = 1;
    const { word } = await call2("accounts/passkeyEnrollment:start", { idToken: ada.idToken });
    expect(word).toBe("PASSKEY_LIMIT_EXCEEDED");
  });

  test("a passkey enrollment is refused when the user's sign-in is ten minutes old", async () => {
    const { call2, services, ada } = await connected();
    services.clock.advance(600_000);
    const { word } = await call2("accounts/passkeyEnrollment:start", { idToken: ada.idToken });
    expect(word).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  });

  test("passkey requests are refused when passkeys are disabled in the project's settings", async () => {
    const { call2, services, ada } = await connected();
    services.identity.settings.passkeys.enabled = false;
    for (const method of [
      "passkeyEnrollment:start",
      "passkeyEnrollment:finalize",
      "passkeySignIn:start",
      "passkeySignIn:finalize",
    ])
      expect((await call2(`accounts/${method}`, { idToken: ada.idToken })).word).toBe("PASSKEY_NOT_ENABLED");
  });
});
