import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import type { LocalServicesOptions } from "../../mocks/local-services.ts";
import { connect } from "./support.ts";

const HOUR_MS = 3_600_000;
const OWNER = { authorization: "Bearer owner" };
const PROJECT = "/identitytoolkit.googleapis.com/v1/projects/demo-project";

/** Services with one signed-up account. */
async function started(options: LocalServicesOptions = {}) {
  const connection = connect(options);
  return { ...connection, ...(await connection.signUp()) };
}

test('the setting tokens "unsigned" leaves ID tokens and session cookies unsigned, as the Admin SDK expects of an emulator', async () => {
  const { idToken, refreshToken, refresh, post } = await started({ tokens: "unsigned" });
  const { body } = await post(`${PROJECT}:createSessionCookie`, { idToken, validDuration: "3600" }, OWNER);
  const sessionCookie = String(body["sessionCookie"]);
  const refreshed = await refresh(refreshToken);
  for (const token of [idToken, String(refreshed.body["id_token"]), sessionCookie]) {
    expect(decodeProtectedHeader(token)).toEqual({ alg: "none", typ: "JWT" });
    expect(token.endsWith(".")).toBe(true);
  }
  expect(decodeJwt(sessionCookie).iss).toBe("https://session.firebase.google.com/demo-project");
});

test("tokens are signed by default, and a reset restores the option that the services started with", async () => {
  expect(decodeProtectedHeader((await started()).idToken).alg).toBe("RS256");
  const { services } = connect({ tokens: "unsigned" });
  services.identity.settings.tokens = "signed";
  services.reset();
  expect(services.identity.settings.tokens).toBe("unsigned");
});

test("unsigned tokens issued by the services expire, and unsigned tokens of Firebase's test tools do not", async () => {
  const { services, call, send, idToken, uid } = await started({ tokens: "unsigned" });
  const read = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const path = `/v1/projects/demo-project/databases/(default)/documents/users/${uid}`;
    return (await send(path, { headers })).status;
  };
  expect((await call("accounts:lookup", { idToken })).status).toBe(200);
  expect(await read(idToken)).toBe(404);
  services.clock.advance(HOUR_MS);
  expect((await call("accounts:lookup", { idToken })).word).toBe("INVALID_ID_TOKEN");
  expect(await read(idToken)).toBe(401);
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const ofTools = `${part({ alg: "none" })}.${part({ sub: uid, user_id: uid, iat: 0, exp: 3600 })}.`;
  expect(await read(ofTools)).toBe(404);
});

test('the log suggests the setting "tokens" when the Admin SDK receives signed tokens', async () => {
  const { services, post } = await started();
  const lookUp = async () => {
    const headers = { ...OWNER, "x-client-version": "Node/Admin/14.3.0" };
    await post(`${PROJECT}/accounts:lookup`, { email: ["ada@example.test"] }, headers);
    return services.log.list()[0]?.hint;
  };
  expect(await lookUp()).toContain('set "tokens" to "unsigned"');
  services.identity.settings.tokens = "unsigned";
  expect(await lookUp()).toBeUndefined();
});
