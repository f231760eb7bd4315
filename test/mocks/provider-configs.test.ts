import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const ask = ({ send, services }: Connection, method: string, path: string, body?: object) =>
  send(`/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/${path}`, {
    method,
    headers: { authorization: "Bearer owner", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const github = { enabled: true, clientId: "id", clientSecret: "secret" };
const oidc = { displayName: "Acme", enabled: true, clientId: "id", issuer: "https://acme.test" };
const saml = {
  displayName: "Staff",
  enabled: true,
  idpConfig: { idpEntityId: "staff", ssoUrl: "https://staff.test/sso" },
  spConfig: { spEntityId: "us" },
};
const KINDS = [
  ["defaultSupportedIdpConfigs", "idpId", "github.com", github],
  ["oauthIdpConfigs", "oauthIdpConfigId", "oidc.acme", oidc],
  ["inboundSamlConfigs", "inboundSamlConfigId", "saml.staff", saml],
] as const;

const begin = ({ call }: Connection, providerId: string) =>
  call("accounts:createAuthUri", { providerId, continueUri: "http://localhost/callback" });
const signIn = ({ call }: Connection, providerId: string) =>
  call("accounts:signInWithIdp", {
    requestUri: "http://localhost",
    postBody: new URLSearchParams({ providerId, id_token: '{"sub":"1"}' }).toString(),
  });

describe("provider configurations", () => {
  test.each(KINDS)(
    "provider configurations of the kind %s are created, read, listed, changed and deleted",
    async (kind, idIn, id, fields) => {
      const connection = connect();
      const name = `projects/${connection.services.projectId}/${kind}/${id}`;
      expect((await ask(connection, "POST", `${kind}?${idIn}=${id}`, fields)).body).toEqual({
        ...fields,
        name,
      });
      expect((await ask(connection, "GET", `${kind}/${id}`)).body).toEqual({ ...fields, name });
      expect((await ask(connection, "GET", kind)).body).toEqual({ [kind]: [{ ...fields, name }] });
      const other = KINDS.find(([candidate]) => candidate !== kind)?.[0] ?? "";
      expect((await ask(connection, "GET", other)).body).toEqual({ [other]: [] });
      const changed = await ask(connection, "PATCH", `${kind}/${id}?updateMask=enabled`, {
        enabled: false,
        clientId: "another",
      });
      expect(changed.body).toEqual({ ...fields, name, enabled: false });
      expect((await ask(connection, "DELETE", `${kind}/${id}`)).body).toEqual({});
      expect(await ask(connection, "GET", `${kind}/${id}`)).toMatchObject({
        status: 404,
        word: "CONFIGURATION_NOT_FOUND",
      });
    },
  );

  test.each([
    ["oauthIdpConfigs", oidc, "MISSING_CONFIG_ID"],
    ["oauthIdpConfigs?oauthIdpConfigId=acme", oidc, "INVALID_CONFIG_ID"],
    ["oauthIdpConfigs?oauthIdpConfigId=oidc.acme", { ...oidc, issuer: undefined }, "MISSING_ISSUER"],
    ["oauthIdpConfigs?oauthIdpConfigId=oidc.acme", {}, "MISSING_OAUTH_CLIENT_ID"],
    ["inboundSamlConfigs?inboundSamlConfigId=saml.x", {}, "MISSING_CONFIG"],
    ["defaultSupportedIdpConfigs?idpId=github.com", {}, "MISSING_OAUTH_CLIENT_ID"],
  ])(
    "creating a provider configuration at %s with the fields %o is refused with %s",
    async (path, fields, word) => {
      expect((await ask(connect(), "POST", path, fields)).word).toBe(word);
    },
  );

  test("a second provider configuration with the same ID is refused", async () => {
    const connection = connect();
    const path = "oauthIdpConfigs?oauthIdpConfigId=oidc.acme";
    await ask(connection, "POST", path, oidc);
    expect(await ask(connection, "POST", path, oidc)).toMatchObject({
      status: 409,
      word: "CONFIGURATION_EXISTS",
    });
  });

  test("provider configurations are listed page by page", async () => {
    const connection = connect();
    for (const id of ["oidc.a", "oidc.b", "oidc.c"])
      await ask(connection, "POST", `oauthIdpConfigs?oauthIdpConfigId=${id}`, oidc);
    const first = (await ask(connection, "GET", "oauthIdpConfigs?pageSize=2")).body;
    expect(first).toMatchObject({ oauthIdpConfigs: [{}, {}], nextPageToken: "oidc.b" });
    const rest = (await ask(connection, "GET", "oauthIdpConfigs?pageSize=2&pageToken=oidc.b")).body;
    expect(rest).toEqual({
      oauthIdpConfigs: [expect.objectContaining({ name: expect.stringMatching(/c$/) })],
    });
  });

  test("every provider can sign users in if the project configures no provider; otherwise only enabled providers can", async () => {
    const connection = connect();
    const word = "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.";
    expect((await signIn(connection, "apple.com")).status).toBe(200);
    await ask(connection, "POST", "defaultSupportedIdpConfigs?idpId=github.com", github);
    expect((await begin(connection, "github.com")).status).toBe(200);
    expect((await begin(connection, "apple.com")).word).toBe(word);
    expect((await signIn(connection, "apple.com")).word).toBe(word);
    await ask(connection, "PATCH", "defaultSupportedIdpConfigs/github.com?updateMask=enabled", {
      enabled: false,
    });
    expect((await begin(connection, "github.com")).word).toBe(word);
    expect((await signIn(connection, "github.com")).word).toBe(word);
  });

  test("the consent page shows the name of a configured provider, and a snapshot keeps the configuration", async () => {
    const connection = connect();
    await ask(connection, "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.acme", oidc);
    const other = connect();
    other.services.restore(connection.services.snapshot());
    const { body } = await begin(other, "oidc.acme");
    const page = await other.services.handle(new Request(String(body["authUri"])));
    expect(await page?.text()).toContain("Sign in with Acme");
    other.services.reset();
    expect((await begin(other, "apple.com")).status).toBe(200);
  });

  test("a client without an administrator's credential cannot read or change provider configurations", async () => {
    const { send, services } = connect();
    const path = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/oauthIdpConfigs?key=any-key`;
    expect((await send(path)).status).not.toBe(200);
  });
});
