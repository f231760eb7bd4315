import { describe, expect, test } from "vitest";
import { createLocalServices } from "../../mocks/local-services.ts";
import { createRestClient } from "../../mocks/rest-client.ts";

const HOUR_MS = 3_600_000;
const ORIGIN = "http://localhost:9099";
const partOf = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split(".")[index] ?? "", "base64url").toString());

/** Services with one signed-up account, and requests as an administrator. */
async function started(options: Parameters<typeof createLocalServices>[0] = {}) {
  const services = createLocalServices({ standalone: true, ...options });
  const rest = createRestClient(services);
  const { idToken, refreshToken, localId } = await rest.signUp("ada@example.test", "correct horse");
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await services.handle(
      new Request(`${ORIGIN}${path}`, {
        method,
        headers: { authorization: "Bearer owner", "content-type": "application/json", ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return {
      status: response?.status,
      body: await response
        ?.clone()
        .json()
        .catch(() => undefined),
      response,
    };
  };
  const project = `/identitytoolkit.googleapis.com/v1/projects/${services.projectId}`;
  const config = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/config`;
  return { services, rest, idToken, refreshToken, localId, call, project, config };
}

describe("the setting tokens", () => {
  test('the option "unsigned" leaves ID tokens and session cookies unsigned, as the Admin SDK expects of an emulator', async () => {
    const { idToken, refreshToken, rest, call, project } = await started({ tokens: "unsigned" });
    const { body } = await call("POST", `${project}:createSessionCookie`, { idToken, validDuration: "3600" });
    const refreshed = await rest.refresh(refreshToken);
    for (const token of [idToken, refreshed["id_token"], body.sessionCookie]) {
      expect(partOf(token, 0)).toEqual({ alg: "none", typ: "JWT" });
      expect(token.endsWith(".")).toBe(true);
    }
    expect(partOf(body.sessionCookie, 1).iss).toBe(`https://session.firebase.google.com/demo-project`);
  });

  test("tokens are signed by default, and a reset restores the option that the services started with", async () => {
    const signed = await started();
    expect(partOf(signed.idToken, 0).alg).toBe("RS256");
    const { services } = await started({ tokens: "unsigned" });
    services.identity.settings.tokens = "signed";
    services.reset();
    expect(services.identity.settings.tokens).toBe("unsigned");
  });

  test("unsigned tokens issued by the services expire, and unsigned tokens of Firebase's test tools do not", async () => {
    const { services, rest, idToken, localId } = await started({ tokens: "unsigned" });
    const read = async (token: string) =>
      (
        await services.handle(
          new Request(`${ORIGIN}/v1/projects/demo-project/databases/(default)/documents/users/${localId}`, {
            headers: { authorization: `Bearer ${token}` },
          }),
        )
      )?.status;
    expect((await rest.lookup(idToken)).status).toBe(200);
    expect(await read(idToken)).toBe(404);
    services.clock.advance(HOUR_MS);
    expect((await rest.lookup(idToken)).word).toBe("INVALID_ID_TOKEN");
    expect(await read(idToken)).toBe(401);
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
    const ofTools = `${part({ alg: "none" })}.${part({ sub: localId, user_id: localId, iat: 0, exp: 3600 })}.`;
    expect(await read(ofTools)).toBe(404);
  });

  test('the log suggests the setting "tokens" when the Admin SDK receives signed tokens', async () => {
    const { services, call, project } = await started();
    const admin = { "x-client-version": "Node/Admin/14.3.0" };
    await call("POST", `${project}/accounts:lookup`, { email: ["ada@example.test"] }, admin);
    expect(services.log.list()[0]?.hint).toContain('set "tokens" to "unsigned"');
    services.identity.settings.tokens = "unsigned";
    await call("POST", `${project}/accounts:lookup`, { email: ["ada@example.test"] }, admin);
    expect(services.log.list()[0]?.hint).toBeUndefined();
  });
});

describe("the chooser of popups and redirects", () => {
  const handlerUrl = (origin: string) =>
    `${origin}/emulator/auth/handler?${new URLSearchParams({
      apiKey: "k",
      appName: "app",
      authType: "signInViaRedirect",
      providerId: "google.com",
      redirectUrl: "http://127.0.0.1:5000/",
    })}`;
  const consentOf = async (services: ReturnType<typeof createLocalServices>, origin: string) => {
    const page = await (await services.handle(new Request(handlerUrl(origin))))?.text();
    const [, action = ""] = /id="main-form" method="post" action="([^"]*)"/.exec(page ?? "") ?? [];
    return new URL(action.replaceAll("&amp;", "&"));
  };

  test("a sign-in at the SDK's handler returns to the host that the browser used, so 127.0.0.1 keeps its storage", async () => {
    const services = createLocalServices({ origin: "http://localhost:9099" });
    const consent = await consentOf(services, "http://127.0.0.1:9099");
    expect(consent.searchParams.get("redirect_uri")).toMatch(
      /^http:\/\/127\.0\.0\.1:9099\/emulator\/auth\/handler/,
    );
  });

  test("the consent page has the elements that tests written for Google's emulator click", async () => {
    const { services, rest } = await started();
    const consent = await consentOf(services, ORIGIN);
    const page = (await (await services.handle(new Request(consent)))?.text()) ?? "";
    for (const id of ["accounts-list", "add-account-button", "autogen-button", "email-input", "sign-in"])
      expect(page).toContain(`id="${id}"`);
    const { uid } = await services.scenarios.load("verified customer", { email: "linked@example.test" });
    const info = {
      providerId: "google.com",
      rawId: "g-1",
      email: "linked@gmail.test",
      displayName: "Linked",
    };
    await rest.admin("update", { localId: uid, linkProviderUserInfo: info });
    const listed = (await (await services.handle(new Request(consent)))?.text()) ?? "";
    expect(listed).toContain("linked@gmail.test");
    const body = new URLSearchParams({
      state: consent.searchParams.get("state") ?? "",
      choice: "allow",
      sub: "g-1",
    });
    const answer = await services.handle(new Request(consent, { method: "POST", body }));
    expect(answer?.headers.get("location")).toContain("code=");
  });
});
