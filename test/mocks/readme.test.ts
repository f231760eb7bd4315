import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

/**
 * The code of mocks/README.md, run. Each block there that has a name is the text between `#region` and `#endregion`
 * here, letter for letter.
 */
let connection: Connection;
let services: Connection["services"];
beforeEach(() => {
  connection = connect();
  services = connection.services;
});

// biome-ignore lint/suspicious/noExplicitAny: the recipes read answers as a test would, without ceremony
type Answer = Record<string, any>;
const call = async (method: string, fields: object): Promise<Answer> => {
  const { status, body, word, response } = await connection.call(`accounts:${method}`, fields);
  return { ...body, status, word, type: response.type };
};
const signIn = (email: string, password: string | undefined) =>
  call("signInWithPassword", { email, password, returnSecureToken: true });
const signUp = (email: string, password: string) => call("signUp", { email, password });
const lookup = (idToken: string) => call("lookup", { idToken });
const sendOobCode = (fields: object) => call("sendOobCode", fields);
const resetPassword = (oobCode: string | undefined) => call("resetPassword", { oobCode });
const passkey = async (method: string, fields: object): Promise<Answer> =>
  (await connection.call2(`accounts/${method}`, fields)).body;
const admin = (method: string, fields: object) => connection.admin(`accounts:${method}`, fields);
const refresh = (refreshToken: string): Promise<Answer> => connection.refresh(refreshToken);
const finalizeMfa = async (fields: object): Promise<Answer> =>
  (await connection.call2("accounts/mfaSignIn:finalize", fields)).body;
const signInAtConsentPage = async (providerId: string, email: string): Promise<Answer> => {
  const { authUri, sessionId } = await call("createAuthUri", {
    providerId,
    continueUri: "http://localhost/cb",
  });
  const person = services.identity.persons.find(
    (one) => one.providerId === providerId && one.email === email,
  );
  const state = new URL(authUri).searchParams.get("state") ?? "";
  const body = new URLSearchParams({ state, choice: "allow", sub: person?.sub ?? "" });
  const response = await services.handle(new Request(authUri, { method: "POST", body }));
  return call("signInWithIdp", {
    requestUri: response?.headers.get("location"),
    sessionId,
    returnSecureToken: true,
  });
};

describe("quick start", () => {
  test("in Vitest", async () => {
    // #region in-vitest
    const { setupServer } = await import("msw/node");
    const { createLocalServices } = await import("../../mocks/local-services.ts");

    const services = createLocalServices();
    const server = setupServer(...services.handlers);
    server.listen({ onUnhandledRequest: "error" });

    // Google's own address or an emulator's: both are answered here.
    const response = await fetch("https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.test", password: "correct horse" }),
    });
    const { idToken } = await response.json();

    services.clock.advance(3_600_000); // the token has now expired
    services.reset(); // between tests
    server.close();
    // #endregion
    expect(idToken.split(".")).toHaveLength(3);
  });

  test("over HTTP", async () => {
    // #region over-http
    const { createServer } = await import("node:http");
    const { getRequestListener } = await import("@hono/node-server");
    const { createLocalServices } = await import("../../mocks/local-services.ts");

    const services = createLocalServices({ standalone: true });
    const server = createServer(
      getRequestListener(async (request, { outgoing }) => {
        const response = (await services.handle(request)) ?? new Response("Not Found", { status: 404 });
        if (response.type !== "error") return response;
        outgoing.destroy(); // the script "offline": no answer, a broken connection
        return new Response(null, { status: 502 });
      }),
    );
    server.listen(0, "127.0.0.1");
    // #endregion
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.json()).toMatchObject({ authEmulator: { ready: true } });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("recipes", () => {
  test("the session expires while the user types", async () => {
    // #region session-expires
    services.identity.settings.idTokenLifetimeS = 60; // 1 s to 1 h
    const { email, password } = await services.scenarios.load("verified customer");
    const session = await signIn(email, password);
    services.clock.advance(3_600_000);
    const refused = await lookup(session["idToken"]); // 400 INVALID_ID_TOKEN, until the client refreshes
    const refreshed = await refresh(session["refreshToken"]);
    // #endregion
    expect(refused["word"]).toBe("INVALID_ID_TOKEN");
    expect(refreshed["status"]).toBe(200);
  });

  test("the account is signed out everywhere", async () => {
    // #region revoked
    const { uid, email, password } = await services.scenarios.load("verified customer");
    const session = await signIn(email, password);
    services.clock.advance(1000);
    const validSince = String(Math.floor(services.clock.now() / 1000));
    await admin("update", { localId: uid, validSince });
    const refused = await refresh(session["refreshToken"]); // 400 TOKEN_EXPIRED
    await admin("update", { localId: uid, disableUser: true });
    const disabled = await refresh(session["refreshToken"]); // 400 USER_DISABLED
    // #endregion
    expect(refused["word"]).toBe("TOKEN_EXPIRED");
    expect(disabled["word"]).toBe("USER_DISABLED");
  });

  test("two tabs", async () => {
    // #region two-tabs
    const { email, password } = await services.scenarios.load("verified customer");
    const { refreshToken } = await signIn(email, password);
    await refresh(refreshToken); // what your tabs do
    const exchanges = services.log.list().filter(({ endpoint }) => endpoint === "token");
    // #endregion
    expect(exchanges).toHaveLength(1);
  });

  test("the answer is lost after the operation took place", async () => {
    // #region lost-answer
    services.failures.add({
      endpoint: "accounts:signUp",
      phase: "after",
      times: 1,
      fault: { kind: "offline" },
    });
    const lost = await signUp("ada@example.test", "correct horse"); // no answer …
    const again = await signUp("ada@example.test", "correct horse"); // … and yet: 400 EMAIL_EXISTS
    // #endregion
    expect(lost["type"]).toBe("error");
    expect(again["word"]).toBe("EMAIL_EXISTS");
  });

  test("a forgotten password", async () => {
    // #region forgotten
    const { email } = await services.scenarios.load("verified customer");
    await sendOobCode({ requestType: "PASSWORD_RESET", email });
    const { actionLink, code } = services.outbox.latest(email, "PASSWORD_RESET");
    services.clock.advance(3_600_000); // and now the link is too old
    const late = await resetPassword(code); // 400 EXPIRED_OOB_CODE
    // #endregion
    expect(actionLink).toContain("mode=resetPassword");
    expect(late["word"]).toBe("EXPIRED_OOB_CODE");
  });

  test("provider collision", async () => {
    // #region collision
    const { email } = await services.scenarios.load("provider collision");
    const refused = await signInAtConsentPage("github.com", email); // { needConfirmation: true, … }
    const joined = await signInAtConsentPage("google.com", email); // the same account, now with Google
    // #endregion
    expect(refused["needConfirmation"]).toBe(true);
    expect(joined["localId"]).toBe(refused["localId"]);
  });

  test("a second factor", async () => {
    // #region second-factor
    const { email, password, mfaEnrollmentId } = await services.scenarios.load("second factor");
    const { mfaPendingCredential } = await signIn(email, password);
    const [shown] = await services.totpCodes(email); // or GET /__local/totp?email=…
    const totpVerificationInfo = { verificationCode: shown?.code };
    const tokens = await finalizeMfa({ mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo });
    // #endregion
    expect(Object.keys(tokens)).toEqual(["idToken", "refreshToken"]);
  });

  test("a passkey", async () => {
    // #region passkey
    services.identity.settings.verifyPasskeys = false;
    const { idToken } = await signUp("ada@example.test", "correct horse");
    await passkey("passkeyEnrollment:finalize", {
      idToken,
      authenticatorRegistrationResponse: { id: "any" },
    });
    const tokens = await passkey("passkeySignIn:finalize", {
      authenticatorAuthenticationResponse: { id: "any" },
    });
    // #endregion
    expect(tokens["idToken"]).toEqual(expect.any(String));
  });

  test("a popup that looks closed although it is open", async () => {
    // #region severed
    services.identity.settings.isolateConsentPage = true;
    // #endregion
    const { authUri } = await call("createAuthUri", {
      providerId: "google.com",
      continueUri: "http://localhost/cb",
    });
    const page = await services.handle(new Request(authUri));
    expect(page?.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });
});

describe("the README", () => {
  // A test imports where it stands, a reader at the top of the file.
  const DYNAMIC_IMPORT = /^const (\{.*\}) = await import\((".*")\);$/gm;
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const dedent = (text: string) => {
    const lines = text.split("\n").filter((line, index) => line.trim() !== "" || index > 0);
    const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
    return lines
      .map((line) => line.slice(indent).trimEnd())
      .join("\n")
      .trim();
  };
  const regions = new Map(
    [...read("readme.test.ts").matchAll(/\/\/ #region ([\w-]+)\n([\s\S]*?)\n *\/\/ #endregion/g)].map(
      ([, name = "", code = ""]) => [name, dedent(code).replace(DYNAMIC_IMPORT, "import $1 from $2;")],
    ),
  );
  const blocks = new Map(
    [...read("../../mocks/README.md").matchAll(/^```ts ([\w-]+)\n([\s\S]*?)^```$/gm)].map(
      ([, name = "", code = ""]) => [name, dedent(code)],
    ),
  );

  test("shows the code that runs here, and all of it", () => {
    expect([...blocks.keys()]).toEqual([...regions.keys()]);
    for (const [name, code] of regions) expect(blocks.get(name), name).toBe(code);
  });

  test("names every scenario", () => {
    const text = read("../../mocks/README.md");
    const missing = services.scenarios
      .list()
      .filter(({ name, tells }) => !text.includes(`| \`${name}\` | ${tells} |`));
    expect(missing).toEqual([]);
  });
});
