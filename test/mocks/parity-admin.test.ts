import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const ada = { email: "ada@example.test", password: "correct horse" };
const OWNER = { authorization: "Bearer owner" };
const LEGACY = "/www.googleapis.com/identitytoolkit/v3/relyingparty";
const batchGet = ({ send, services }: Connection, query: string) =>
  send(`/identitytoolkit.googleapis.com/v1/projects/${services.projectId}/accounts:batchGet?${query}`, {
    headers: OWNER,
  });

/** Each of these once differed from Google's Auth Emulator. */
describe("an administrator gets the emulator's responses", () => {
  test("an administrator's sign-up with an ID token and a local ID is refused with UNEXPECTED_PARAMETER", async () => {
    const { admin, signUp } = connect();
    const { uid, idToken } = await signUp();
    expect((await admin("accounts", { idToken, localId: uid })).word).toBe("UNEXPECTED_PARAMETER : User ID");
  });

  test("an administrator's sign-up with an ID token changes the account of the token", async () => {
    const { admin, signUp, services } = connect();
    const { uid, idToken } = await signUp();
    const { body } = await admin("accounts", { idToken, displayName: "Ada" });
    expect(body).toMatchObject({ localId: uid, displayName: "Ada" });
    expect(services.identity.size).toBe(1);
  });

  test("a provider that an administrator links is stored without an invented federatedId", async () => {
    const { admin, signUp, services } = connect();
    const { uid } = await signUp();
    const link = { providerId: "google.com", rawId: "g1" };
    await admin("accounts:update", { localId: uid, linkProviderUserInfo: link });
    expect(services.identity.account(uid)?.providerUserInfo).toContainEqual(link);
  });

  test("an account created with an empty local ID gets a generated ID, and lookups of other addresses do not find it", async () => {
    const { admin, call, services } = connect();
    const { body } = await admin("accounts", { ...ada, localId: "" });
    expect(body["localId"]).toMatch(/^\w{28}$/);
    expect(services.identity.accountByEmail("unknown@example.test")).toBeUndefined();
    expect(services.identity.accountByPhone("+15555550100")).toBeUndefined();
    expect(services.identity.accountByProvider("google.com", "g")).toBeUndefined();
    const unknown = { ...ada, email: "unknown@example.test" };
    expect((await call("accounts:signInWithPassword", unknown)).word).toBe("EMAIL_NOT_FOUND");
    expect(() => services.identity.create("", {})).toThrow("an account needs an ID");
  });

  test.each([
    {
      what: "two rows with one ID",
      body: { users: [{ localId: "a" }, { localId: "a" }] },
      word: "DUPLICATE_LOCAL_ID : a",
    },
    {
      what: "two rows with one address",
      body: {
        sanityCheck: true,
        users: [
          { localId: "a", email: ada.email },
          { localId: "b", email: ada.email },
        ],
      },
      word: `DUPLICATE_EMAIL : ${ada.email}`,
    },
    {
      what: "two rows with one provider account",
      body: {
        sanityCheck: true,
        users: ["a", "b"].map((localId) => ({
          localId,
          providerUserInfo: [{ providerId: "google.com", rawId: "g" }],
        })),
      },
      word: "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(g)",
    },
  ])("a batch with $what is refused as a whole", async ({ body, word }) => {
    const { admin, services } = connect();
    expect(await admin("accounts:batchCreate", body)).toMatchObject({ status: 400, word });
    expect(services.identity.size).toBe(0);
  });

  test("an account of a batch with rawPassword and salt can sign in, and keeps the salt", async () => {
    const { admin, call, services } = connect();
    const users = [{ localId: "a", email: ada.email, rawPassword: ada.password, salt: "c2FsdA==" }];
    await admin("accounts:batchCreate", { users });
    expect(services.identity.account("a")?.salt).toBe("c2FsdA==");
    expect((await call("accounts:signInWithPassword", ada)).status).toBe(200);
  });

  test("a list of accounts with an exactly full page has a page token, which leads to an empty page", async () => {
    const connection = connect();
    await connection.admin("accounts", { localId: "a" });
    await connection.admin("accounts", { localId: "b" });
    const full = await batchGet(connection, "maxResults=2");
    expect(full.body["nextPageToken"]).toBe("b");
    const twice = await batchGet(connection, "maxResults=2&maxResults=none");
    expect(twice.body).toEqual(full.body);
    const rest = await batchGet(connection, "maxResults=2&nextPageToken=b");
    expect(rest.body).toEqual({ kind: "identitytoolkit#DownloadAccountResponse", users: [] });
  });

  test("a list of accounts with an invalid page size is refused before the access is checked", async () => {
    const { send, services } = connect();
    const path = `/identitytoolkit.googleapis.com/v1/projects/${services.projectId}/accounts:batchGet`;
    const words = ["maxResults=x&key=example-key", "maxResults=1&key=example-key"].map(
      async (query) => (await send(`${path}?${query}`, {})).body["error"],
    );
    expect(await Promise.all(words)).toMatchObject([
      { code: 400, status: "INVALID_ARGUMENT", message: "Invalid JSON payload received.  must be integer" },
      { code: 400, message: expect.stringContaining("INSUFFICIENT_PERMISSION") },
    ]);
  });

  test("an update with several wrong fields names the alphabetically first one, except that `deletePasskey` comes last", async () => {
    const { call } = connect();
    const { body } = await call("accounts:update", { deletePasskey: null, idToken: null });
    expect(body["error"]).toMatchObject({
      message: "Invalid JSON payload received. /idToken must be string",
    });
  });

  test("an administrator can use downloadAccount and uploadAccount of the API's first version", async () => {
    const { post, services } = connect();
    const targetProjectId = services.projectId;
    const upload = { targetProjectId, users: [{ localId: "a", email: ada.email }] };
    expect((await post(`${LEGACY}/uploadAccount`, upload, OWNER)).body).toMatchObject({ error: [] });
    const { body } = await post(`${LEGACY}/downloadAccount`, { targetProjectId, maxResults: 10 }, OWNER);
    expect(body).toMatchObject({ users: [{ localId: "a", email: ada.email }] });
    expect((await post(`${LEGACY}/downloadAccount`, {}, OWNER)).word).toBe("INSUFFICIENT_PERMISSION");
  });

  test("an account that an administrator creates has a last sign-in time and an unverified address, even without an address", async () => {
    const { admin, services } = connect({ now: () => 5000 });
    await admin("accounts", { localId: "a" });
    expect(services.identity.account("a")).toEqual({
      localId: "a",
      lastLoginAt: "5000",
      createdAt: "5000",
      emailVerified: false,
    });
  });

  test("an administrator's change of a password returns tokens for the account", async () => {
    const { admin, call, signUp } = connect();
    const { uid } = await signUp();
    const { body } = await admin("accounts:update", { localId: uid, password: "battery staple" });
    expect((await call("accounts:lookup", { idToken: body["idToken"] })).status).toBe(200);
  });

  test("an administrator needs an ID token to send a mail, unless the request asks for the link", async () => {
    const { admin, signUp } = connect();
    await signUp();
    const { email } = ada;
    const verify = { requestType: "VERIFY_EMAIL", email };
    const change = { requestType: "VERIFY_AND_CHANGE_EMAIL", email, newEmail: "new@example.test" };
    expect((await admin("accounts:sendOobCode", verify)).word).toBe("INVALID_ID_TOKEN");
    expect((await admin("accounts:sendOobCode", change)).word).toBe("MISSING_ID_TOKEN");
    const withLink = await admin("accounts:sendOobCode", { ...change, returnOobLink: true });
    expect(withLink.body["oobLink"]).toContain("mode=verifyAndChangeEmail");
  });

  test("an administrator's lookup with an ID token finds no account", async () => {
    const { admin, signUp } = connect();
    const { idToken } = await signUp();
    expect((await admin("accounts:lookup", { idToken })).body).toEqual({
      kind: "identitytoolkit#GetAccountInfoResponse",
    });
  });

  test("a query with a limit and a lookup by initial address return accounts, as in production", async () => {
    const { admin, signUp, services } = connect();
    const { uid } = await signUp();
    await signUp("bea@example.test");
    await admin("accounts:update", { localId: uid, email: "new@example.test" });
    expect((await admin("accounts:query", { limit: "1" })).body["userInfo"]).toHaveLength(1);
    const all = await admin("accounts:query", { limit: "0", offset: "0" });
    expect(all.body["userInfo"]).toHaveLength(Number(all.body["recordsCount"]));
    expect((await admin("accounts:lookup", { initialEmail: [ada.email] })).body["users"]).toMatchObject([
      { localId: uid },
    ]);
    expect(services.identity.size).toBe(2);
  });

  test("a request to an administrator's path gets 403 without any credential, and 400 with only an API key", async () => {
    const { post, services } = connect();
    const path = `/identitytoolkit.googleapis.com/v1/projects/${services.projectId}/accounts:lookup`;
    expect((await post(path, {})).status).toBe(403);
    expect((await post(`${path}?key=any-key`, {})).status).toBe(400);
  });

  test("the emulator's configuration endpoint changes only the given fields, and an empty body resets all fields", async () => {
    const { send, services } = connect();
    const change = async (path: string, body: object) => {
      const headers = { authorization: "Bearer owner", "content-type": "application/json" };
      const answer = await send(path, { method: "PATCH", headers, body: JSON.stringify(body) });
      return [answer.body["signIn"], answer.body["emailPrivacyConfig"]];
    };
    const both = (duplicates: boolean, privacy: boolean) => [
      { allowDuplicateEmails: duplicates },
      { enableImprovedEmailPrivacy: privacy },
    ];
    const emulator = `/emulator/v1/projects/${services.projectId}/config`;
    const admin = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/config`;
    const duplicates = { signIn: { allowDuplicateEmails: true } };
    const privacy = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } };
    await change(emulator, duplicates);
    expect(await change(emulator, privacy)).toEqual(both(true, true));
    expect(await change(emulator, {})).toEqual(both(false, false));
    await change(emulator, duplicates);
    expect(await change(`${admin}?updateMask=emailPrivacyConfig`, privacy)).toEqual(both(true, true));
    expect(await change(admin, privacy)).toEqual(both(false, true));
  });
});
