import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

describe("the clock", () => {
  test("the clock endpoint adds the clients' skew to the time that it reports, and the services ignore the skew", async () => {
    const { services, post, send } = connect({ now: () => 1_000_000 });
    await post("/__local/clock", { advance: 5000, skewClients: -2000 });
    expect(services.clock.now()).toBe(1_005_000);
    expect((await send("/__local/clock")).body).toMatchObject({ offset: 3000, frozenAt: null, skew: -2000 });
    await post("/__local/clock", { freeze: true });
    expect((await send("/__local/clock")).body).toMatchObject({ frozenAt: 1_003_000 });
    await post("/__local/clock", { reset: true });
    expect((await send("/__local/clock")).body).toMatchObject({ offset: 0, frozenAt: null, skew: 0 });
  });

  test("a frozen clock stands still, and continues from the frozen time when resumed", () => {
    let machine = 0;
    const { services } = connect({ now: () => machine });
    services.clock.freeze();
    machine = 10_000;
    expect(services.clock.now()).toBe(0);
    services.clock.advance(500);
    services.clock.resume();
    machine = 11_000;
    expect(services.clock.now()).toBe(1500);
  });

  test("the clock refuses times outside its range and keeps its time", async () => {
    const { services, post, send } = connect();
    services.clock.freeze();
    const before = services.clock.now();
    for (const body of [
      '{"set":1e999}',
      '{"set":-1}',
      '{"advance":1e17}',
      '{"resume":true,"advance":1000,"skewClients":1e999}',
    ]) {
      const headers = { "content-type": "application/json" };
      expect((await send("/__local/clock", { method: "POST", headers, body })).status).toBe(400);
      expect(services.clock.now()).toBe(before);
    }
    expect((await post("/__local/clock", { set: 1_800_000_000_000.5 })).body).toMatchObject({
      frozenAt: 1_800_000_000_000,
    });
  });
});

test("the clock reports no offset until it is moved, even if a millisecond passes during the reading", () => {
  let machine = 0;
  const { services } = connect({ now: () => machine++ });
  expect(services.clock.reading()).toMatchObject({ offset: 0 });
  services.clock.advance(5000);
  expect(services.clock.reading()).toMatchObject({ offset: 5000 });
  expect(services.clock.offset()).toBe(5000);
});

describe("scenarios", () => {
  test("each scenario creates the accounts that it reports", async () => {
    const { services } = connect();
    for (const { name } of services.scenarios.list()) {
      const loaded = await services.scenarios.load(name);
      for (const { uid, email } of loaded.accounts)
        expect(services.identity.account(uid)?.email, name).toBe(email);
    }
  });

  test.each([
    { name: "verified customer", outcome: "tokens" },
    { name: "unverified", outcome: "tokens" },
    { name: "password and google", outcome: "tokens" },
    { name: "second factor", outcome: "second factor" },
    { name: "sms second factor", outcome: "second factor" },
    { name: "disabled", outcome: "USER_DISABLED" },
    { name: "plan past due", outcome: "tokens" },
  ])(
    "a password sign-in to the account of the scenario $name leads to $outcome",
    async ({ name, outcome }) => {
      const { services, call } = connect();
      const { body, word } = await call("accounts:signInWithPassword", await services.scenarios.load(name));
      const found = word ?? ("mfaPendingCredential" in body ? "second factor" : "tokens");
      expect(found).toBe(outcome);
    },
  );

  test('the scenario "expired session" has an invalid refresh token', async () => {
    const { services, refresh } = connect();
    const { refreshToken } = await services.scenarios.load("expired session");
    expect((await refresh(refreshToken ?? "")).word).toBe("TOKEN_EXPIRED");
  });

  test('the scenario "plan past due" stores the plan in the user document', async () => {
    const { services, send } = connect();
    const { uid } = await services.scenarios.load("plan past due");
    const path = `/v1/projects/demo-project/databases/(default)/documents/users/${uid}`;
    const { body } = await send(path, { headers: { authorization: "Bearer owner" } });
    expect(body).toMatchObject({ fields: { stripeSubscriptionStatus: { stringValue: "past_due" } } });
  });

  test("loading a scenario with an address adds its account, and loading a scenario without an address resets all data", async () => {
    const { services, post } = connect();
    await services.scenarios.load("verified customer");
    const { body } = await post("/__local/scenarios", { name: "unverified", email: "Una.2@example.test" });
    expect(body).toMatchObject({ email: "una.2@example.test" });
    expect(services.identity.users.size).toBe(2);
    await post("/__local/scenarios", { name: "fresh" });
    expect(services.identity.users.size).toBe(0);
    expect((await post("/__local/scenarios", { name: "nonsense" })).status).toBe(404);
    const malformed = { name: "unverified", email: "a da@example.test" };
    expect((await post("/__local/scenarios", malformed)).word).toBe("INVALID_EMAIL");
  });
});

describe("snapshots", () => {
  test("a snapshot restores accounts, sessions, codes, the time, failure scripts and keys", async () => {
    const { services, signUp, call, send, post, refresh } = connect();
    await services.keys.rotate({ retire: true }); // a key that no other set shares
    const { refreshToken, idToken } = await signUp();
    await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: "ada@example.test" });
    services.clock.advance(60_000);
    services.failures.add({ endpoint: "projects", fault: { kind: "status", status: 503 } });
    const { body: snapshot } = await send("/__local/snapshot");

    const later = connect();
    expect((await later.post("/__local/snapshot", snapshot)).status).toBe(200);
    expect((await later.refresh(refreshToken)).status).toBe(200);
    expect((await later.call("accounts:lookup", { idToken })).status, "its key is included").toBe(200);
    expect(later.services.outbox.latest("ada@example.test").code).toBe(
      services.outbox.latest("ada@example.test").code,
    );
    expect(later.services.clock.offset()).toBeGreaterThan(59_000);
    expect((await later.send("/identitytoolkit.googleapis.com/v1/projects?key=k")).status).toBe(503);

    await post("/__local/reset", {});
    expect((await refresh(refreshToken)).word).toBe("INVALID_REFRESH_TOKEN");
    expect(services.failures.list()).toEqual([]);
  });

  test("a snapshot taken right after a restore has the restored keys", async () => {
    const { services, signUp } = connect();
    await signUp();
    await services.keys.rotate();
    const snapshot = services.snapshot();
    expect(snapshot.keys).toHaveLength(2);
    const later = connect();
    later.services.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(later.services.snapshot().keys).toEqual(snapshot.keys);
  });

  test("a snapshot keeps the rows of spreadsheets", () => {
    const { services } = connect();
    services.sheets.append("sheet", "tab", [["ada"], ["bea"]]);
    const snapshot = JSON.parse(JSON.stringify(services.snapshot()));
    services.sheets.append("sheet", "tab", [["cleo"]]);
    services.restore(snapshot);
    expect(services.sheets.rows("sheet", "tab")).toEqual([["ada"], ["bea"]]);
    services.reset();
    expect(services.sheets.rows("sheet", "tab")).toEqual([]);
  });

  test("a reset rewinds the seed, so that each test of one set of services gets the same IDs and codes", async () => {
    const { services, signUp } = connect({ seed: 7 });
    const first = await signUp();
    const digits = services.snapshot().random;
    services.reset();
    expect((await signUp()).uid).toBe(first.uid);
    expect(services.snapshot().random).toBe(digits);
    const other = connect({ seed: 8 });
    expect((await other.signUp()).uid).not.toBe(first.uid);
  });

  test("a snapshot is a copy that later changes of the services do not affect", async () => {
    const { services, signUp } = connect();
    const before = services.snapshot();
    await signUp();
    expect(before.identity.users).toEqual([]);
    services.restore(before);
    expect(services.identity.users.size).toBe(0);
  });

  test("a snapshot with one inconsistent part is refused as a whole", async () => {
    const { services, signUp, post, call } = connect();
    const { idToken } = await signUp();
    const snapshot = { ...services.snapshot(), identity: { settings: {} } };
    const deep = JSON.parse(`${'{"a":{"mapValue":{"fields":'.repeat(60)}{}${"}}}".repeat(60)}`);
    const document = { name: "n", fields: deep, createdAt: 1, updatedAt: 1 };
    const clock = snapshot.clock;
    for (const broken of [
      { identity: undefined },
      { extensions: { firestore: { documents: "none" } } },
      { extensions: { firestore: { lastTime: 0, documents: [document] } } },
      { keys: [{ kid: "x", publicJwk: { kty: "RSA" }, privateJwk: { kty: "RSA" } }] },
      { clock: { ...clock, offset: 1e300 } },
      { identity: { settings: {}, users: [["", { localId: "" }]] } },
    ])
      expect((await post("/__local/snapshot", { ...snapshot, ...broken })).status).toBe(400);
    expect(services.identity.users.size).toBe(1);
    expect(services.clock.reading()).toMatchObject({ offset: 0 });
    expect((await call("accounts:lookup", { idToken })).status).toBe(200);
  });

  test("a snapshot restored in another project names that project in its documents", async () => {
    const { services } = connect();
    const { uid } = await services.scenarios.load("plan active");
    const other = connect({ projectId: "world-7" });
    other.services.restore(services.snapshot());
    const path = `/v1/projects/world-7/databases/(default)/documents/users/${uid}`;
    const { body } = await other.send(path, { headers: { authorization: "Bearer owner" } });
    expect(body).toMatchObject({ name: path.slice(4) });
  });
});

describe("files of auth:export", () => {
  test("an export and import of accounts keeps passwords, providers and second factors", async () => {
    const { services, send } = connect();
    await services.scenarios.load("password and google");
    await services.scenarios.load("sms second factor", { email: "sara@example.test" });
    const { body: file } = await send("/__local/export");
    const { services: others, post, call } = connect();
    expect((await post("/__local/import", file)).body).toEqual({ imported: 2, refused: [] });
    expect(others.identity.accountByEmail("paul@example.test")?.providerUserInfo).toHaveLength(2);
    const sara = { email: "sara@example.test", password: "correct horse battery" };
    expect("mfaPendingCredential" in (await call("accounts:signInWithPassword", sara)).body).toBe(true);
  });

  test("accounts imported from Google's auth:export are kept, although their password hashes cannot be checked", async () => {
    const { services, call } = connect();
    const report = services.importAccounts({
      users: [
        {
          localId: "from-google",
          email: "real@example.test",
          emailVerified: true,
          passwordHash: "c2NyeXB0",
          salt: "c2FsdA==",
          createdAt: "1600000000000",
          lastSignedInAt: "1600000001000",
          providerUserInfo: [{ providerId: "google.com", rawId: "123", email: "real@example.test" }],
        },
        { email: "no-id@example.test" },
        "nonsense",
      ],
    });
    expect(report).toMatchObject({ imported: 1, refused: [{ index: 1 }, { index: 2 }] });
    expect(services.identity.account("from-google")?.lastLoginAt).toBe("1600000001000");
    const { word } = await call("accounts:signInWithPassword", {
      email: "real@example.test",
      password: "guess!",
    });
    expect(word).toBe("INVALID_PASSWORD");
  });
});

describe("the log", () => {
  test("the log shows account, endpoint and outcome of a request, and no secret", async () => {
    const { services, signUp, call, refresh } = connect();
    const { refreshToken } = await signUp();
    await call("accounts:signInWithPassword", { email: "ada@example.test", password: "hunter22" });
    await refresh(refreshToken);
    const [token, signIn] = services.log.list();
    expect(token).toMatchObject({ endpoint: "token", status: 200, email: "ada@example.test" });
    expect(signIn).toMatchObject({
      endpoint: "accounts:signInWithPassword",
      status: 400,
      word: "INVALID_PASSWORD",
    });
    const text = JSON.stringify(services.log.list());
    expect(text).not.toContain("hunter22");
    expect(text).not.toContain(refreshToken);
    expect(text).not.toContain("any-key");
  });

  test("the log keeps only harmless fields of the events that a page sends", async () => {
    const { services, send } = connect();
    const event = {
      type: "refresh-failed",
      code: "network-request-failed",
      retryAt: 5,
      idToken: "eyJhbGciOiJub25lIn0.e30.",
      reason: "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJhIjoxfQ.c2lnbmF0dXJl",
      email: "ada@example.test",
    };
    const { status } = await send("/__local/events", {
      method: "POST",
      body: JSON.stringify({ events: [event] }),
    });
    expect(status).toBe(204);
    const [logged] = services.events.list();
    expect(logged).toEqual({
      id: 1,
      receivedAt: expect.any(Number),
      type: "refresh-failed",
      code: "network-request-failed",
      retryAt: 5,
    });
  });

  test("the log streams events to a client until the client stops listening", async () => {
    const { services, call } = connect();
    const response = await services.handle(new Request("http://localhost/__local/stream"));
    const reader = response?.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("event: clock");
    await call("accounts:lookup", {});
    expect((await reader?.read())?.value).toContain('"word":"MISSING_ID_TOKEN"');
    await reader?.cancel();
    expect((await call("accounts:lookup", {})).status).toBe(400);
  });
});

describe("revoking an account's sessions in the workbench", () => {
  test("revoking an account's sessions ends a session that began in the same second, but not a session that begins later", async () => {
    const { services, signUp, call, refresh, patch } = connect({ now: () => 1_000_000_500 });
    const { uid, refreshToken, idToken } = await signUp();
    await patch(`/__local/accounts/${uid}`, { revoke: true });
    expect((await call("accounts:lookup", { idToken })).word).toBe("TOKEN_EXPIRED");
    expect((await refresh(refreshToken)).word).toBe("TOKEN_EXPIRED");
    const { body } = await call("accounts:signInWithPassword", {
      email: "ada@example.test",
      password: "correct horse",
    });
    expect((await call("accounts:lookup", { idToken: body["idToken"] })).status).toBe(200);
    expect((await refresh(String(body["refreshToken"]))).status).toBe(200);
    expect(services.identity.users.size).toBe(1);
  });
});

describe("settings", () => {
  test.each([
    [{ idTokenLifetime: 60 }, "idTokenLifetime", "idTokenLifetimeS"],
    [{ Tokens: "unsigned" }, "Tokens", "tokens"],
    [{ passkeys: { enable: false } }, "passkeys.enable", "enabled"],
    [{ passwordPolicy: { minLength: 8 } }, "passwordPolicy.minLength", "minPasswordLength"],
    [{ appCheck: { document: "ENFORCE" } }, "appCheck.document", "documents"],
  ])("a setting that does not exist is refused with the names: %j", async (changes, name, known) => {
    const { services, patch } = connect();
    const { word, status } = await patch("/__local/settings", { smsCodeLifetimeS: 7, ...changes });
    expect(status).toBe(400);
    expect(word).toMatch(new RegExp(`^There is no setting "${name}"\\. There are: .*\\b${known}\\b`));
    expect(services.identity.settings.smsCodeLifetimeS).toBe(600);
  });

  test("a setting without a default can be set", async () => {
    const { services, patch } = connect();
    const changes = { passwordPolicy: { maxPasswordLength: 20 } };
    expect((await patch("/__local/settings", changes)).status).toBe(200);
    expect(services.identity.settings.passwordPolicy.maxPasswordLength).toBe(20);
  });

  test("a request can change one setting and keep the others, and an invalid value changes no setting", async () => {
    const { patch, services } = connect();
    const change = (fields: unknown) => patch("/__local/settings", fields);
    expect((await change({ oobCodeLifetimeS: { PASSWORD_RESET: 5 }, idTokenLifetimeS: 60 })).status).toBe(
      200,
    );
    expect(services.identity.settings).toMatchObject({
      idTokenLifetimeS: 60,
      oobCodeLifetimeS: { PASSWORD_RESET: 5, VERIFY_EMAIL: 259_200 },
    });
    expect((await change({ idTokenLifetimeS: 0 })).status).toBe(400);
    expect(services.identity.settings.idTokenLifetimeS).toBe(60);
  });
});

describe("the local spreadsheets", () => {
  test("the local spreadsheet endpoint keeps the rows that are sent", async () => {
    const { post, services } = connect();
    const row = ["Ada", "ada@example.test", "Hello"];
    expect((await post("/api/sheets/contact?tabId=responses", [row])).status).toBe(200);
    expect(services.sheets.rows("contact", "responses")).toEqual([row]);
    expect((await post("/api/sheets/contact", [row])).status).toBe(400);
  });
});
