import { describe, expect, test } from "vitest";
import { createAuthenticator } from "../../packages/identity/test/support/authenticator.ts";
import { connect, type Exchange, ORIGIN } from "./support.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "base64"));
const base64 = (part: ArrayBuffer): string => Buffer.from(part).toString("base64");

type PartName = "clientDataJSON" | "attestationObject" | "authenticatorData" | "signature" | "userHandle";
type Parts = { id: string; response: Record<PartName, ArrayBuffer> };
type CreationAnswer = { challenge: string; rp: { id: string; name: string }; user: { id: string } };

const responseOf = ({ id, response }: Parts) => ({
  id,
  rawId: id,
  type: "public-key",
  response: Object.fromEntries(Object.entries(response).map(([name, part]) => [name, base64(part)])),
});

/** A user who has signed up, and an authenticator that talks to the wire without any client of ours. */
async function connected() {
  const wire = connect();
  const authenticator = createAuthenticator({ origin: ORIGIN });
  const { credentials } = authenticator.platform;
  const ada = await wire.signUp();

  const create = async (idToken = ada.idToken): Promise<Parts> => {
    const { body } = await wire.call2("accounts/passkeyEnrollment:start", { idToken });
    const { challenge, rp, user } = body["credentialCreationOptions"] as CreationAnswer;
    return (await credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp,
        user: { id: bytes(user.id), name: "", displayName: "" },
        pubKeyCredParams: [],
      },
    })) as unknown as Parts;
  };
  const finalize = (parts: Parts, more: object = {}): Promise<Exchange> =>
    wire.call2("accounts/passkeyEnrollment:finalize", {
      idToken: ada.idToken,
      name: "Laptop",
      authenticatorRegistrationResponse: responseOf(parts),
      ...more,
    });
  const sign = async (): Promise<Parts> => {
    const { body } = await wire.call2("accounts/passkeySignIn:start", {});
    const { challenge, rpId } = body["credentialRequestOptions"] as { challenge: string; rpId: string };
    return (await credentials.get({ publicKey: { challenge: bytes(challenge), rpId } })) as unknown as Parts;
  };
  const signIn = (parts: Parts): Promise<Exchange> =>
    wire.call2("accounts/passkeySignIn:finalize", {
      authenticatorAuthenticationResponse: responseOf(parts),
    });
  return { ...wire, ...authenticator, ada, create, finalize, sign, signIn };
}

const enrolled = async () => {
  const wire = await connected();
  expect((await wire.finalize(await wire.create())).status).toBe(200);
  return wire;
};

const flip = (part: ArrayBuffer, at: number) => {
  const view = new Uint8Array(part);
  view[at] = (view[at] ?? 0) ^ 1;
};

describe("a ceremony", () => {
  test("enrolls a passkey, shows it, and signs in with it", async () => {
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

  test("accepts the published spelling", async () => {
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

describe("a sign-in is refused", () => {
  const REFUSED = "INVALID_AUTHENTICATOR_RESPONSE : ";

  test("when its challenge was used before", async () => {
    const { sign, signIn } = await enrolled();
    const signed = await sign();
    expect((await signIn(signed)).status).toBe(200);
    expect((await signIn(signed)).word).toBe(`${REFUSED}CHALLENGE_MISMATCH`);
  });

  test("when its challenge is older than five minutes", async () => {
    const { sign, signIn, services } = await enrolled();
    const signed = await sign();
    services.clock.advance(299_000);
    const inTime = await sign();
    services.clock.advance(1000);
    expect((await signIn(signed)).word).toBe("PASSKEY_CHALLENGE_TIMEOUT");
    expect((await signIn(inTime)).status).toBe(200);
  });

  test("when its challenge was made for an enrollment", async () => {
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
  ])("from %s if %o is expected", async (origin, expectedOrigins, detail) => {
    const { sign, signIn, services, screws } = await enrolled();
    services.identity.settings.passkeys.expectedOrigins = expectedOrigins;
    screws.origin = origin;
    expect((await signIn(await sign())).word).toBe(REFUSED + detail);
  });

  test("for another domain", async () => {
    const { sign, signIn, screws } = await enrolled();
    screws.rpId = "elsewhere.example";
    expect((await signIn(await sign())).word).toBe(`${REFUSED}RP_ID_MISMATCH`);
  });

  test.each([
    [{ present: false, verified: true }, "USER_NOT_PRESENT"],
    [{ present: true, verified: false }, "USER_NOT_VERIFIED"],
  ])("when the user is %o", async (person, detail) => {
    const { sign, signIn, screws } = await enrolled();
    screws.person = person;
    expect((await signIn(await sign())).word).toBe(REFUSED + detail);
  });

  test("when its signature is forged", async () => {
    const { sign, signIn } = await enrolled();
    const signed = await sign();
    flip(signed.response.signature, 12);
    expect((await signIn(signed)).word).toBe(`${REFUSED}INVALID_SIGNATURE`);
  });

  test("when its counter goes back", async () => {
    const { sign, signIn, screws } = await enrolled();
    screws.stepOfCounter = 5;
    expect((await signIn(await sign())).status).toBe(200);
    screws.stepOfCounter = -3;
    expect((await signIn(await sign())).word).toBe(`${REFUSED}COUNTER_ROLLBACK`);
  });

  test("for another account than the passkey's", async () => {
    const { sign, signIn } = await enrolled();
    const signed = await sign();
    signed.response.userHandle = new TextEncoder().encode("somebody else").buffer;
    expect((await signIn(signed)).word).toBe(`${REFUSED}USER_HANDLE_MISMATCH`);
  });

  test("when the passkey or its account no longer exists", async () => {
    const { sign, signIn, services, ada } = await enrolled();
    const signed = await sign();
    services.identity.remove(ada.uid);
    expect((await signIn(signed)).word).toBe("PASSKEY_CREDENTIAL_NOT_FOUND");
  });

  test("when the account is disabled", async () => {
    const { sign, signIn, services, ada } = await enrolled();
    services.identity.update({ localId: ada.uid }, { disabled: true });
    expect((await signIn(await sign())).word).toBe("USER_DISABLED");
  });

  test.each([
    [{}, "MISSING_AUTHENTICATOR_RESPONSE"],
    [{ authenticatorAuthenticationResponse: {} }, "INVALID_CREDENTIAL_ID"],
  ])("for %o", async (body, word) => {
    const { call2 } = await enrolled();
    expect((await call2("accounts/passkeySignIn:finalize", body)).word).toBe(word);
  });
});

describe("an enrollment is refused", () => {
  test("when its challenge was made for another user", async () => {
    const { create, finalize, signUp } = await connected();
    const bob = await signUp("bob@example.test");
    const { word } = await finalize(await create(), { idToken: bob.idToken });
    expect(word).toBe("INVALID_AUTHENTICATOR_RESPONSE : CHALLENGE_MISMATCH");
  });

  test("when its bytes are no valid WebAuthn", async () => {
    const { create, finalize } = await connected();
    const made = await create();
    made.response.attestationObject = new ArrayBuffer(8);
    expect((await finalize(made)).word).toBe("INVALID_AUTHENTICATOR_RESPONSE : MALFORMED");
  });

  test("when the passkey already exists, for this account or another", async () => {
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

  test("when the account has the maximum", async () => {
    const { call2, services, ada } = await enrolled();
    services.identity.settings.passkeys.limit = 1;
    const { word } = await call2("accounts/passkeyEnrollment:start", { idToken: ada.idToken });
    expect(word).toBe("PASSKEY_LIMIT_EXCEEDED");
  });

  test("when the sign-in is too long ago", async () => {
    const { call2, services, ada } = await connected();
    services.clock.advance(600_000);
    const { word } = await call2("accounts/passkeyEnrollment:start", { idToken: ada.idToken });
    expect(word).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  });

  test("if the project has no passkeys", async () => {
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

test("accepts an ID alone only if nothing is verified, as in Google's emulator", async () => {
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

test("refuses a removed passkey, and reports an unknown one", async () => {
  const { call, sign, signIn, ada, passkeys } = await enrolled();
  const deletePasskey = [passkeys[0]?.id];
  const remove = () => call("accounts:update", { idToken: ada.idToken, deletePasskey });
  expect((await remove()).status).toBe(200);
  expect((await remove()).word).toBe("PASSKEY_ENROLLMENT_NOT_FOUND");
  expect((await signIn(await sign())).word).toBe("PASSKEY_CREDENTIAL_NOT_FOUND");
});

test("passkeys survive a snapshot and an export to another project, but no reset", async () => {
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

test("an administrator sets the domain of passkeys", async () => {
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

test.each(["passkey only", "password and passkey"])("the scenario %j has a working passkey", async (name) => {
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
});
