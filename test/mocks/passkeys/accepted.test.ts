import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { base64, bytes, connected, enrolled, responseOf } from "./support.ts";

describe("a ceremony", () => {
  test("a user enrolls a passkey, sees it in the account, and signs in with it", async () => {
    const { finalize, create, sign, signIn, call, ada, passkeys } = await connected();
    const { status, body } = await finalize(await create());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      localId: ada.uid,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    expect(body).not.toHaveProperty("expiresIn");
    const lookup = await call("accounts:lookup", { idToken: body["idToken"] });
    expect(lookup.body["users"]).toMatchObject([
      { passkeyInfo: [{ credentialId: passkeys[0]?.id, name: "Laptop", rpId: "localhost" }] },
    ]);
    const signedIn = await signIn(await sign());
    expect(new Set(Object.keys(signedIn.body))).toEqual(new Set(["idToken", "refreshToken"]));
  });

  test("passkey enrollment and sign-in accept the field names of Google's published API", async () => {
    const { finalize, create, sign, call2 } = await connected();
    const made = await create();
    const { status } = await finalize(made, {
      authenticatorRegistrationResponse: {
        credentialId: made.id,
        credentialType: "public-key",
        authenticatorAttestationResponse: {
          clientDataJson: base64(made.response.clientDataJSON),
          attestationObject: base64(made.response.attestationObject),
          transports: ["internal"],
        },
      },
    });
    expect(status).toBe(200);
    const signed = responseOf(await sign());
    const { clientDataJSON, ...rest } = signed.response;
    const signedIn = await call2("accounts/passkeySignIn:finalize", {
      authenticatorAuthenticationResponse: {
        credentialId: signed.id,
        authenticatorAssertionResponse: { clientDataJson: clientDataJSON, ...rest },
      },
    });
    expect(signedIn.status).toBe(200);
  });
});

test("a passkey enrollment keeps the session's own sign-in time, even after a later sign-in of the user", async () => {
  const { create, finalize, services, call, ada } = await connected();
  services.clock.advance(60_000);
  const elsewhere = { email: "ada@example.test", password: "correct horse" };
  expect((await call("accounts:signInWithPassword", elsewhere)).status).toBe(200);
  const { body } = await finalize(await create());
  expect(decodeJwt(String(body["idToken"]))["auth_time"]).toBe(decodeJwt(ada.idToken)["auth_time"]);
});

test("a passkey without a signature is accepted only if the setting verifyPasskeys is off", async () => {
  const { call2, services, ada } = await connected();
  const enroll = () =>
    call2("accounts/passkeyEnrollment:finalize", {
      idToken: ada.idToken,
      authenticatorRegistrationResponse: { id: "any" },
    });
  const signIn = () =>
    call2("accounts/passkeySignIn:finalize", { authenticatorAuthenticationResponse: { id: "any" } });
  expect((await enroll()).word).toBe("INVALID_AUTHENTICATOR_RESPONSE : MALFORMED");
  services.identity.settings.verifyPasskeys = false;
  expect((await enroll()).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  services.identity.settings.verifyPasskeys = true;
  expect((await signIn()).word).toBe("INVALID_AUTHENTICATOR_RESPONSE : MALFORMED");
});

test("a removed passkey cannot sign in, and its second removal is refused as unknown", async () => {
  const { call, sign, signIn, ada, passkeys } = await enrolled();
  const deletePasskey = [passkeys[0]?.id];
  const remove = () => call("accounts:update", { idToken: ada.idToken, deletePasskey });
  expect((await remove()).status).toBe(200);
  expect((await remove()).word).toBe("PASSKEY_ENROLLMENT_NOT_FOUND");
  expect((await signIn(await sign())).word).toBe("PASSKEY_CREDENTIAL_NOT_FOUND");
});

test("passkeys survive a snapshot and an export with import, but not a reset", async () => {
  const { services, sign, signIn } = await enrolled();
  const snapshot = JSON.parse(JSON.stringify(services.snapshot()));
  const file = JSON.parse(JSON.stringify(services.exportAccounts()));
  services.reset();
  expect((await signIn(await sign())).word).toBe("PASSKEY_CREDENTIAL_NOT_FOUND");
  expect(services.importAccounts(file)).toEqual({ imported: 1, refused: [] });
  expect((await signIn(await sign())).status).toBe(200);
  services.restore(snapshot);
  expect((await signIn(await sign())).status).toBe(200);
});

test("an administrator can set the domain and the origins of passkeys", async () => {
  const { send, services } = await connected();
  const config = (method: string, body?: object) =>
    send(`/identitytoolkit.googleapis.com/admin/v2/projects/${services.projectId}/passkeyConfig`, {
      method,
      headers: { authorization: "Bearer owner", "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await config("GET")).body).toEqual({
    name: `projects/${services.projectId}/passkeyConfig`,
    rpId: "localhost",
    expectedOrigins: [],
  });
  await config("PATCH", { rpId: "tallybin.example", expectedOrigins: ["https://tallybin.example"] });
  expect(services.identity.settings.passkeys).toMatchObject({
    rpId: "tallybin.example",
    expectedOrigins: ["https://tallybin.example"],
    enabled: true,
  });
});

test.each(["passkey only", "password and passkey"])(
  "the scenario %j has a passkey that can sign in",
  async (name) => {
    const { services, platform, passkeys, signIn, sign } = await connected();
    const { passkey, email } = await services.scenarios.load(name);
    if (!passkey) throw new Error("no passkey");
    const keys = await crypto.subtle.importKey(
      "pkcs8",
      bytes(passkey.privateKey),
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["sign"],
    );
    passkeys.push({
      id: passkey.credentialId,
      rpId: passkey.rpId,
      userHandle: bytes(passkey.userHandle),
      keys: { privateKey: keys, publicKey: keys },
      counter: 0,
    });
    expect(platform.hostname).toBe("localhost");
    expect((await signIn(await sign())).status).toBe(200);
    expect(services.identity.accountByEmail(email)?.passwordHash === undefined).toBe(name === "passkey only");
  },
);
