import { describe, expect, test } from "vitest";
import { connect, ORIGIN } from "./support.ts";

const FOREIGN = "https://www.foreign.example";
const CHANNEL = "/google.firestore.v1.Firestore/Listen/channel?VER=8&CVER=22&RID=1";
const DOCUMENT = "/v1/projects/demo-project/databases/(default)/documents/users/ada";

const CORS_HEADERS = [
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-private-network",
];
const corsHeadersOf = ({ headers }: Response) => CORS_HEADERS.filter((name) => headers.has(name));

/** A handshake of Firestore's channel with these header lines in its body, or in its URL. */
const handshake = (lines: string, urlLines?: string) => ({
  path: urlLines === undefined ? CHANNEL : `${CHANNEL}&$httpHeaders=${encodeURIComponent(urlLines)}`,
  init: {
    method: "POST",
    headers: {},
    body: new URLSearchParams({ headers: lines, count: "0" }).toString(),
  },
});

const preflight = (origin: string, method = "POST"): RequestInit => ({
  method: "OPTIONS",
  headers: {
    origin,
    "access-control-request-method": method,
    "access-control-request-private-network": "true",
  },
});

const controlCalls = [
  { method: "GET", path: "/__local/outbox" },
  { method: "GET", path: "/__local/" },
  { method: "GET", path: "/__local/export" },
  { method: "GET", path: "/__local/snapshot" },
  { method: "POST", path: "/__local/reset" },
  { method: "POST", path: "/__local/clock" },
  { method: "POST", path: "/__local/events" },
  { method: "PATCH", path: "/__local/settings" },
  { method: "DELETE", path: "/__local/accounts/some-uid" },
  { method: "GET", path: "/emulator/v1/projects/demo-project/oobCodes" },
  { method: "GET", path: "/emulator/v1/projects/demo-project/verificationCodes" },
  { method: "DELETE", path: "/emulator/v1/projects/demo-project/accounts" },
  { method: "DELETE", path: "/emulator/v1/projects/demo-project/databases/(default)/documents" },
  { method: "DELETE", path: "/emulator/v1/projects/demo-project/databases/(default)/channels" },
];

describe("control endpoints", () => {
  test.each(controlCalls)(
    "the control endpoint $method $path refuses a foreign origin and its preflight",
    async ({ method, path }) => {
      const { send } = connect();
      for (const init of [{ method, headers: { origin: FOREIGN } }, preflight(FOREIGN, method)]) {
        const { status, response } = await send(path, init);
        expect({ status, cors: corsHeadersOf(response) }).toEqual({ status: 403, cors: [] });
      }
    },
  );

  test("a foreign page cannot reset the accounts by posting text to /__local/reset without a preflight", async () => {
    const { services, send, signUp } = connect();
    await signUp();
    await send("/__local/reset", {
      method: "POST",
      headers: { origin: FOREIGN, "content-type": "text/plain" },
      body: "",
    });
    expect(services.identity.users.size).toBe(1);
  });

  test.each([
    "null",
    "file://",
    "https://localhost.foreign.example",
    "http://127.0.0.1.foreign.example",
    "chrome-extension://localhost",
    "ftp://127.0.0.1",
    "ws://localhost:3000",
  ])("the control endpoints refuse the origin %s", async (origin) => {
    const { send } = connect();
    expect((await send("/__local/outbox", { headers: { origin } })).status).toBe(403);
  });

  test.each(["http://localhost:5173", "http://app.localhost", "http://127.0.0.1:4000", "http://[::1]:4000"])(
    "the control endpoints answer the loopback origin %s",
    async (origin) => {
      const { send } = connect();
      const { status, response } = await send("/__local/outbox", { headers: { origin } });
      expect([status, response.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
      expect((await send("/__local/reset", preflight(origin))).status).toBe(204);
    },
  );

  test("the control endpoints answer requests without an Origin header", async () => {
    const { send } = connect();
    expect((await send("/__local/outbox")).status).toBe(200);
    expect((await send("/__local/reset", { method: "POST" })).status).toBe(200);
  });

  test("the control endpoints answer a configured origin, and refuse an origin with another port or host", async () => {
    const { send } = connect({ controlOrigins: [FOREIGN] });
    const statusFor = async (origin: string) =>
      (await send("/__local/outbox", { headers: { origin } })).status;
    expect(await statusFor(FOREIGN)).toBe(200);
    expect(await statusFor(`${FOREIGN}:8443`)).toBe(403);
    expect(await statusFor("https://other.example")).toBe(403);
  });
});

describe("a request that a check and its use could read in two ways", () => {
  test("a foreign origin's control request is refused before its body has arrived", async () => {
    const { send } = connect();
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      body: new ReadableStream(),
      duplex: "half",
      headers: { origin: FOREIGN },
    };
    expect((await send("/__local/import", init)).status).toBe(403);
  });

  test("only a preflight is treated as the call that it asks about", async () => {
    const { services, send, signUp } = connect();
    const { uid } = await signUp();
    const asked = { "access-control-request-method": "DELETE" };
    await send(`/__local/accounts/${uid}`, { headers: asked });
    expect(services.identity.users.size).toBe(1);
    await send(DOCUMENT, { method: "PATCH", headers: { authorization: "Bearer owner" }, body: "{}" });
    const clear = "/emulator/v1/projects/demo-project/databases/(default)/documents";
    const answer = await services.handle(new Request(`${ORIGIN}${clear}`, { headers: asked }));
    expect(answer?.ok).toBe(false);
    expect((await send(DOCUMENT, { headers: { authorization: "Bearer owner" } })).status).toBe(200);
  });

  test.each([
    ["application/json; note=application/x-www-form-urlencoded", JSON.stringify({ grant_type: "none" })],
    ["APPLICATION/X-WWW-FORM-URLENCODED", "grant_type=none"],
    ["application/x-www-form-urlencoded ; charset=utf-8", "grant_type=none"],
  ])("a body is read as the content type that was checked: %s", async (type, body) => {
    const { send } = connect();
    const init = { method: "POST", headers: { "content-type": type }, body };
    const { word } = await send("/securetoken.googleapis.com/v1/token?key=any-key", init);
    expect(word).toBe("INVALID_GRANT_TYPE");
  });
});

describe("identity and document endpoints", () => {
  test("the identity endpoints answer any origin, but allow neither credentials nor private network access", async () => {
    const { send } = connect();
    const path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key";
    const asked = await send(path, preflight(FOREIGN));
    expect(asked.status).toBe(204);
    expect(corsHeadersOf(asked.response)).toEqual(["access-control-allow-origin"]);
    const { status, response } = await send(path, {
      method: "POST",
      headers: { origin: FOREIGN, "content-type": "application/json" },
      body: JSON.stringify({ returnSecureToken: true }),
    });
    expect([status, response.headers.get("access-control-allow-origin")]).toEqual([200, FOREIGN]);
    expect(corsHeadersOf(response)).toEqual(["access-control-allow-origin"]);
  });

  test("the document endpoints answer any origin with credentials, because Google's client sends credentials", async () => {
    const { send } = connect();
    const { response } = await send(CHANNEL, preflight(FOREIGN));
    expect(corsHeadersOf(response)).toEqual([
      "access-control-allow-origin",
      "access-control-allow-credentials",
    ]);
  });

  test("the services publish their signing keys to any origin", async () => {
    const { send } = connect();
    expect((await send("/__local/jwks", { headers: { origin: FOREIGN } })).status).toBe(200);
  });

  test.each([
    {
      what: "an account query",
      path: "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:query",
      init: { method: "POST", headers: { authorization: "Bearer owner" }, body: "{}" },
    },
    {
      what: "a service account's call",
      path: "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:query",
      init: { method: "POST", headers: { authorization: "bearer ya29.example" }, body: "{}" },
    },
    {
      what: "a document",
      path: DOCUMENT,
      init: { method: "GET", headers: { authorization: "Bearer owner" } },
    },
    { what: "a channel with the header in its body", ...handshake("Authorization:Bearer owner\r\n") },
    { what: "a channel with the header in its URL", ...handshake("", "Authorization:Bearer owner\r\n") },
    { what: "a channel with a space before the colon", ...handshake("Authorization :Bearer owner\r\n") },
    {
      what: "a channel with a tab before the colon in its URL",
      ...handshake("", "authorization\t: Bearer  owner\r\n"),
    },
    {
      what: "a channel with two such lines",
      ...handshake("Authorization:Basic none\r\nAuthorization:Bearer owner\r\n"),
    },
    {
      what: "a channel with one line in its URL and another in its body",
      ...handshake("AUTHORIZATION:bearer owner\r\n", "Authorization:Basic none\r\n"),
    },
    {
      what: "a channel with a header and a line in its body",
      path: CHANNEL,
      init: { ...handshake("Authorization : Bearer owner").init, headers: { authorization: "Basic none" } },
    },
  ])("the administrator's credential is refused from a foreign origin: $what", async ({ path, init }) => {
    const { send } = connect();
    const { status, response } = await send(path, {
      ...init,
      headers: { ...init.headers, origin: FOREIGN },
    });
    expect({ status, cors: corsHeadersOf(response) }).toEqual({ status: 403, cors: [] });
    const own = await send(path, { ...init, headers: { ...init.headers, origin: ORIGIN } });
    expect(own.status).not.toBe(403);
  });
});
