import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { connect, ORIGIN } from "./support.ts";

const ada = { email: "ada@example.test", password: "correct horse", returnSecureToken: true };

describe("signing up with a password", () => {
  test("a password sign-up returns tokens and creates an account that a lookup finds", async () => {
    const { call } = connect();
    const { status, body } = await call("accounts:signUp", ada);
    expect(status).toBe(200);
    expect(new Set(Object.keys(body))).toEqual(
      new Set(["kind", "localId", "email", "idToken", "refreshToken", "expiresIn"]),
    );
    const { body: found } = await call("accounts:lookup", { idToken: body["idToken"] });
    expect(found).toMatchObject({
      users: [{ localId: body["localId"], email: "ada@example.test", emailVerified: false }],
    });
  });

  test.each([
    { fields: { ...ada, email: "" }, word: "MISSING_EMAIL" },
    { fields: { ...ada, email: "nope" }, word: "INVALID_EMAIL" },
    { fields: { email: ada.email }, word: "MISSING_PASSWORD" },
    {
      fields: { ...ada, password: "12345" },
      word: "WEAK_PASSWORD : Password should be at least 6 characters",
    },
    { fields: { ...ada, localId: "mine" }, word: "UNEXPECTED_PARAMETER : User ID" },
  ])("a password sign-up is refused with $word", async ({ fields, word }) => {
    const { call } = connect();
    expect(await call("accounts:signUp", fields)).toMatchObject({ status: 400, word });
  });

  test("a password sign-up is refused if its address is taken, whatever the case of its letters", async () => {
    const { call, signUp } = connect();
    await signUp();
    expect(await call("accounts:signUp", { ...ada, email: "ADA@Example.TEST" })).toMatchObject({
      status: 400,
      word: "EMAIL_EXISTS",
    });
  });

  test("a password sign-up with the ID token of an anonymous account keeps the account's ID", async () => {
    const { call } = connect();
    const { body: anonymous } = await call("accounts:signUp", { returnSecureToken: true });
    const { body } = await call("accounts:signUp", { ...ada, idToken: anonymous["idToken"] });
    expect(body["localId"]).toBe(anonymous["localId"]);
  });
});

describe("signing in with a password", () => {
  test.each([
    {
      fields: { ...ada, password: "wrong one" },
      word: "INVALID_PASSWORD",
      protectedWord: "INVALID_LOGIN_CREDENTIALS",
    },
    {
      fields: { ...ada, email: "nobody@example.test" },
      word: "EMAIL_NOT_FOUND",
      protectedWord: "INVALID_LOGIN_CREDENTIALS",
    },
    { fields: { email: "ada@example.test" }, word: "MISSING_PASSWORD", protectedWord: "MISSING_PASSWORD" },
  ])(
    "a password sign-in is refused with $word, and under enumeration protection with $protectedWord",
    async ({ fields, word, protectedWord }) => {
      const { call, signUp, services } = connect();
      await signUp();
      expect((await call("accounts:signInWithPassword", fields)).word).toBe(word);
      services.identity.settings.enumerationProtection = true;
      expect((await call("accounts:signInWithPassword", fields)).word).toBe(protectedWord);
    },
  );

  test("a password sign-in accepts the address in any case", async () => {
    const { call, signUp } = connect();
    await signUp();
    const { status, body } = await call("accounts:signInWithPassword", { ...ada, email: "ADA@EXAMPLE.TEST" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ registered: true, email: "ada@example.test", expiresIn: "3600" });
  });
});

describe("ID tokens", () => {
  test("a server can verify the signature of an ID token with the published keys", async () => {
    const { signUp, services } = connect();
    const { idToken, uid } = await signUp();
    const keys = createRemoteJWKSet(new URL(`${ORIGIN}/__local/jwks`), {
      [customFetch]: async (url, init) => {
        const response = await services.handle(new Request(url, init));
        return response ?? new Response(null, { status: 404 });
      },
    });
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms: ["RS256"],
      issuer: "https://securetoken.google.com/demo-project",
      audience: "demo-project",
    });
    expect(protectedHeader.alg).toBe("RS256");
    expect(payload.sub).toBe(uid);
  });

  test("an expired ID token is refused on the local clock, and a refresh returns a valid one", async () => {
    const { call, signUp, refresh, services } = connect();
    const { idToken, refreshToken } = await signUp();
    services.clock.advance(3_600_000);
    expect((await call("accounts:lookup", { idToken })).word).toBe("INVALID_ID_TOKEN");
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    expect((await call("accounts:lookup", { idToken: body["id_token"] })).status).toBe(200);
  });

  test("an ID token lives as long as the project's setting says", async () => {
    const { signUp, services } = connect();
    services.identity.settings.idTokenLifetimeS = 1;
    const { idToken } = await signUp();
    const { iat = 0, exp = 0 } = decodeJwt(idToken);
    expect(exp - iat).toBe(1);
  });

  test("an ID token is refused once its signing key is retired", async () => {
    const { call, signUp, services } = connect();
    const { idToken } = await signUp();
    await services.keys.rotate();
    expect((await call("accounts:lookup", { idToken })).status).toBe(200);
    await services.keys.rotate({ retire: true });
    expect((await call("accounts:lookup", { idToken })).word).toBe("INVALID_ID_TOKEN");
  });
});

describe("the token endpoint", () => {
  test("the token endpoint refuses the refresh token of a disabled account", async () => {
    const { signUp, refresh, services } = connect();
    const { refreshToken, uid } = await signUp();
    services.identity.update({ localId: uid }, { disabled: true });
    expect(await refresh(refreshToken)).toMatchObject({ status: 400, word: "USER_DISABLED" });
  });

  test("the token endpoint refuses the refresh token of a session that was revoked", async () => {
    const { signUp, refresh, services } = connect();
    const { refreshToken, uid } = await signUp();
    services.clock.advance(5000);
    services.identity.update(
      { localId: uid },
      { validSince: String(Math.floor(services.clock.now() / 1000)) },
    );
    expect(await refresh(refreshToken)).toMatchObject({ status: 400, word: "TOKEN_EXPIRED" });
  });

  test.each([
    { body: "grant_type=refresh_token&refresh_token=garbage", word: "INVALID_REFRESH_TOKEN" },
    { body: "grant_type=refresh_token&refresh_token=", word: "MISSING_REFRESH_TOKEN" },
    { body: "", word: "MISSING_GRANT_TYPE" },
  ])('the token endpoint answers $word to the request body "$body"', async ({ body, word }) => {
    const { send } = connect();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(
      (await send("/securetoken.googleapis.com/v1/token?key=k", { method: "POST", headers, body })).word,
    ).toBe(word);
  });
});
