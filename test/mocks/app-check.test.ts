import { describe, expect, test } from "vitest";
import { connect, ORIGIN } from "./support.ts";

const SIGN_UP = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key";
const TOKEN = "/securetoken.googleapis.com/v1/token?key=any-key";
const DOCUMENT = "/v1/projects/demo-project/databases/(default)/documents/users/ada";
const CHANNEL = "/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1&t=1";

const header = (token: string) => ({ "x-firebase-appcheck": token });

describe("App Check", () => {
  test("each service requires a valid App Check token only if the project enforces App Check for that service", async () => {
    const { post, send, services } = connect();
    const { token } = await services.issueAppCheckToken();
    const calls = {
      identity: (headers = {}) => post(SIGN_UP, {}, headers),
      token: (headers = {}) => post(TOKEN, { grantType: "refresh_token", refreshToken: "x" }, headers),
      documents: (headers = {}) => send(DOCUMENT, { headers }),
    };
    for (const name of ["identity", "token", "documents"] as const) {
      const { appCheck } = services.identity.settings;
      const before = (await calls[name]()).body;
      appCheck[name] = "ENFORCE";
      const { status, body } = await calls[name]();
      expect({ status, body }).toMatchObject(
        name === "documents"
          ? { status: 403, body: { error: { status: "PERMISSION_DENIED" } } }
          : {
              status: 401,
              body: {
                error: {
                  code: 401,
                  message: "Firebase App Check token is invalid.",
                  status: "UNAUTHENTICATED",
                },
              },
            },
      );
      const { body: after } = await calls[name](header(token));
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(after["error"]).toEqual(before["error"]);
      appCheck[name] = "OFF";
    }
  });

  test("an App Check token expires on the local clock, and foreign tokens, forged tokens and ID tokens are refused", async () => {
    const { post, services, signUp } = connect();
    const { idToken } = await signUp();
    services.identity.settings.appCheck.identity = "ENFORCE";
    const lookup = (token: string) =>
      post("/identitytoolkit.googleapis.com/v1/accounts:lookup?key=any-key", { idToken }, header(token));
    const { token, expireTimeMillis } = await services.issueAppCheckToken(60_000);
    expect(expireTimeMillis - services.clock.now()).toBeLessThanOrEqual(60_000);
    expect((await lookup(token)).status).toBe(200);
    const { token: foreign } = await connect({ projectId: "other" }).services.issueAppCheckToken();
    for (const bad of [foreign, `${token.slice(0, -4)}AAAA`, idToken, "x", ""])
      expect((await lookup(bad)).status).toBe(401);
    services.clock.advance(60_000);
    expect((await lookup(token)).status).toBe(401);
  });

  test("an administrator needs no App Check token", async () => {
    const { admin, services } = connect();
    services.identity.settings.appCheck.identity = "ENFORCE";
    expect((await admin("accounts:query", {})).status).toBe(200);
  });

  test("a document stream sends its App Check token in the handshake", async () => {
    const { send, services } = connect();
    services.identity.settings.appCheck.documents = "ENFORCE";
    const { token } = await services.issueAppCheckToken();
    const shake = (headers: string) =>
      send(CHANNEL, { method: "POST", body: new URLSearchParams({ headers, count: "0" }) });
    expect((await shake("X-Goog-Api-Client:any\r\n")).status).toBe(403);
    expect((await shake(`X-Firebase-AppCheck:${token}\r\n`)).status).toBe(200);
    expect((await shake(`X-Firebase-AppCheck :${token}\r\n`)).status).toBe(200);
    expect((await shake(`X-Firebase-AppCheck:${token}\r\nX-Firebase-AppCheck:none\r\n`)).status).toBe(403);
  });

  test("the control endpoint issues App Check tokens, and a preflight allows the App Check header", async () => {
    const { post, send, services } = connect();
    services.identity.settings.appCheck.identity = "ENFORCE";
    const { body } = await post("/__local/app-check", { lifetimeMs: 60_000 });
    expect((await post(SIGN_UP, {}, header(String(body["token"])))).status).toBe(200);
    const { response } = await send(SIGN_UP, {
      method: "OPTIONS",
      headers: {
        origin: ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-firebase-appcheck",
      },
    });
    expect(response.headers.get("access-control-allow-headers")).toBe("x-firebase-appcheck");
  });
});
