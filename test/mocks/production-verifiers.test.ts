import { X509Certificate } from "node:crypto";
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  importX509,
  jwtVerify,
} from "jose";
import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

const ACCOUNT = "securetoken@system.gserviceaccount.com";
const CERTIFICATES = `/robot/v1/metadata/x509/${ACCOUNT}`;
/** Google's libraries read the keys of session cookies here. */
const COOKIE_CERTIFICATES = "/identitytoolkit/v3/relyingparty/publicKeys";

const certificatesAt = async ({ send }: ReturnType<typeof connect>, path: string) =>
  (await send(path)).body as Record<string, string>;

describe("the certificates of ID tokens", () => {
  test.each([
    CERTIFICATES,
    CERTIFICATES.replace("@", "%40"),
    `/www.googleapis.com${CERTIFICATES}`,
    COOKIE_CERTIFICATES,
    `/www.googleapis.com${COOKIE_CERTIFICATES}`,
  ])("the certificate at %s verifies an ID token, and Node reads it", async (path) => {
    const connection = connect();
    const { idToken } = await connection.signUp();
    const { kid = "" } = decodeProtectedHeader(idToken);
    const certificates = await certificatesAt(connection, path);
    expect(Object.keys(certificates)).toEqual([kid]);
    const pem = certificates[kid] ?? "";
    const { payload } = await jwtVerify(idToken, await importX509(pem, "RS256"));
    expect(payload["aud"]).toBe(connection.services.projectId);
    const certificate = new X509Certificate(pem);
    expect(certificate.verify(certificate.publicKey), "it is self-signed").toBe(true);
    expect(certificate.subject).toBe("CN=securetoken.system.gserviceaccount.com");
    expect(new Date(certificate.validFrom).getUTCFullYear()).toBe(1970);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(9999);
  });

  test("a rotated key has another certificate, and a retired key has none", async () => {
    const connection = connect();
    const { idToken } = await connection.signUp();
    await connection.services.keys.rotate();
    const both = await certificatesAt(connection, CERTIFICATES);
    expect(Object.keys(both)).toHaveLength(2);
    await connection.services.keys.rotate({ retire: true });
    const left = await certificatesAt(connection, CERTIFICATES);
    expect(Object.keys(both)).not.toContain(Object.keys(left)[0]);
    expect(Object.keys(left)).not.toContain(decodeProtectedHeader(idToken).kid);
  });

  test("a restored key has its certificate again", async () => {
    const connection = connect();
    await connection.services.keys.rotate({ retire: true });
    const [kid] = Object.keys(await certificatesAt(connection, CERTIFICATES));
    const later = connect();
    later.services.restore(connection.services.snapshot());
    expect(Object.keys(await certificatesAt(later, CERTIFICATES))).toEqual([kid]);
  });
});

describe("OpenID discovery", () => {
  const PATH = "/securetoken.google.com/demo-project/.well-known/openid-configuration";

  test.each([
    { origin: "http://localhost:4200", path: PATH },
    { origin: "http://127.0.0.1:9099", path: PATH },
    { origin: "https://securetoken.google.com", path: PATH.replace("/securetoken.google.com", "") },
  ])("the document at $origin$path leads to the keys of an ID token", async ({ origin, path }) => {
    const { services, signUp } = connect({ projectId: "demo-project" });
    const { idToken } = await signUp();
    const handle = async (url: string) => (await services.handle(new Request(url))) ?? Response.error();
    const { issuer, jwks_uri, ...more } = await (await handle(`${origin}${path}`)).json();
    expect(more).toEqual({
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
    const keys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: handle });
    expect((await jwtVerify(idToken, keys, { issuer, audience: "demo-project" })).payload.sub).toBeTruthy();
  });
});

test("the keys of App Check verify a token of App Check", async () => {
  const { services } = connect();
  const url = new URL("https://firebaseappcheck.googleapis.com/v1/jwks");
  const keys = createRemoteJWKSet(url, {
    [customFetch]: async (address: string) =>
      (await services.handle(new Request(address))) ?? Response.error(),
  });
  const { token } = await services.issueAppCheckToken();
  expect((await jwtVerify(token, keys)).payload.sub).toBe("1:12345:web:local");
});

test("the project's configuration has a name, which the Admin SDK requires", async () => {
  const { send, patch, services } = connect();
  const headers = { authorization: "Bearer owner" };
  const path = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/config`;
  const name = `projects/${services.projectId}/config`;
  expect((await send(path, { headers })).body["name"]).toBe(name);
  for (const url of [path, `${path}?updateMask=signIn`])
    expect((await patch(url, { signIn: {} }, headers)).body["name"]).toBe(name);
});

describe("ID tokens", () => {
  test("a lookup refuses an ID token whose claims were changed", async () => {
    const { call, signUp } = connect();
    const { idToken } = await signUp();
    const [header = "", , signature = ""] = idToken.split(".");
    const { uid } = await signUp("bob@example.test");
    const claims = { sub: uid, aud: "demo-project", iat: 1, exp: 9_999_999_999 };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const forged = `${header}.${payload}.${signature}`;
    expect((await call("accounts:lookup", { idToken: forged })).word).toBe("INVALID_ID_TOKEN");
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
