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

describe("the project's configuration", () => {
  test("the project configuration stores what the Admin SDK's updateProjectConfig sends", async () => {
    const { call, config } = await started();
    const parts = {
      mfa: { state: "ENABLED", enabledProviders: ["PHONE_SMS"] },
      smsRegionConfig: { allowlistOnly: { allowedRegions: ["CH"] } },
      recaptchaConfig: { emailPasswordEnforcementState: "AUDIT" },
      mobileLinksConfig: { domain: "HOSTING_DOMAIN" },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    };
    const mask = Object.keys(parts).join(",");
    expect((await call("PATCH", `${config}?updateMask=${mask}`, parts)).body).toMatchObject(parts);
    expect((await call("GET", config)).body).toMatchObject(parts);
    await call("PATCH", `${config}?updateMask=mfa.state`, { mfa: { state: "DISABLED" } });
    expect((await call("GET", config)).body.mfa).toEqual({ ...parts.mfa, state: "DISABLED" });
  });

  test("the services enforce the project's stored password policy, and refuse second factors if the project disables them", async () => {
    const { call, config, rest, idToken } = await started();
    const options = { minPasswordLength: 12, containsNumericCharacter: true };
    const passwordPolicyConfig = {
      passwordPolicyEnforcementState: "ENFORCE",
      passwordPolicyVersions: [{ customStrengthOptions: options }],
    };
    const body = { passwordPolicyConfig, mfa: { state: "DISABLED" } };
    await call("PATCH", `${config}?updateMask=passwordPolicyConfig,mfa`, body);
    expect((await rest.signUp("bea@example.test", "correct horse")).word).toBe(
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
    );
    const enroll = await rest.passkey("mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} });
    expect(enroll.word).toBe("OPERATION_NOT_ALLOWED");
  });

  test("the project configuration refuses a part of a wrong type or an unknown part, and names the part", async () => {
    const { call, config } = await started();
    const list = await call("PATCH", `${config}?updateMask=smsRegionConfig`, { smsRegionConfig: [] });
    expect(list.body.error.message).toBe("Invalid JSON payload received. /smsRegionConfig must be object");
    expect((await call("PATCH", `${config}?updateMask=quota`, { quota: {} })).body.error.message).toBe(
      "updateMask names quota, which cannot be changed.",
    );
  });
});

describe("differences that other clients of an emulator depend on", () => {
  test.each([
    ["GET", "tenants"],
    ["POST", "tenants/t1/accounts"],
    ["POST", "tenants/t1/accounts:batchGet"],
    ["PATCH", "tenants/t1"],
    ["DELETE", "tenants/t1/inboundSamlConfigs/saml.x"],
  ])("a request about a tenant is refused with INVALID_TENANT_ID: %s %s", async (method, path) => {
    const { call, project } = await started();
    const { status, body } = await call(method, `${project}/${path}`, method === "GET" ? undefined : {});
    expect([status, body.error.message.split(" : ")[0]]).toEqual([400, "INVALID_TENANT_ID"]);
  });

  test("the status page of the services names no OpenAPI page", async () => {
    const { call } = await started();
    expect((await call("GET", "/")).body.authEmulator).toEqual({ ready: true, docs: expect.any(String) });
  });

  test("a password reset with the old password instead of a code is refused with MISSING_OOB_CODE", async () => {
    const { rest } = await started();
    const answer = await rest.accounts("resetPassword", {
      email: "ada@example.test",
      oldPassword: "correct horse",
      newPassword: "battery staple",
    });
    expect(answer.word).toBe("MISSING_OOB_CODE");
  });

  test("the project in the path takes precedence over the one in the body", async () => {
    const { rest } = await started();
    expect((await rest.admin("delete", { targetProjectId: 0 })).word).toBe("MISSING_LOCAL_ID");
  });

  test("the enrollment date that an administrator sets for a second factor is kept", async () => {
    const { rest, call, project } = await started();
    const enrolledAt = "2026-01-15T14:00:00.000Z";
    const mfaInfo = [{ phoneInfo: "+15555550100", enrolledAt }];
    await call("POST", `${project}/accounts`, { localId: "u1", mfaInfo });
    const { users } = await rest.admin("lookup", { localId: ["u1"] });
    expect(users[0].mfaInfo[0].enrolledAt).toBe(enrolledAt);
  });

  test("an account whose address changed by mail has no initialEmail", async () => {
    const { rest, idToken, services } = await started();
    await rest.sendOobCode({ requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "ada@new.test" });
    const { code } = services.outbox.latest("ada@new.test", "VERIFY_AND_CHANGE_EMAIL");
    await rest.accounts("update", { oobCode: code });
    const { users } = await rest.admin("lookup", { email: ["ada@new.test"] });
    expect(users[0]).not.toHaveProperty("initialEmail");
  });

  test("a mailed link accepts the code of a link with another mode, as in Google's emulator", async () => {
    const { rest, idToken, services, call } = await started();
    await rest.sendOobCode({ requestType: "VERIFY_EMAIL", idToken });
    const { code } = services.outbox.latest("ada@example.test", "VERIFY_EMAIL");
    const link = `/emulator/action?mode=verifyAndChangeEmail&apiKey=k&oobCode=${code}`;
    expect((await call("GET", link)).body.authEmulator.success).toBe(
      "The email has been successfully changed.",
    );
    const again = await call("GET", `${link}&continueUrl=http://localhost/next`);
    expect(again.body.authEmulator.error).toBe(
      "Your request to change your email has expired or the link has already been used.",
    );
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

describe("a sign-in with a SAML provider", () => {
  const assertion = {
    subject: { nameId: "ada@example.test" },
    attributeStatements: { role: "editor" },
  };
  const signInWith = async (rest: Awaited<ReturnType<typeof started>>["rest"], saml?: object) =>
    rest.accounts("signInWithIdp", {
      requestUri: "http://localhost",
      postBody: new URLSearchParams({
        providerId: "saml.x",
        id_token: JSON.stringify({ sub: "s-1", email: "other@example.test", name: "Ada" }),
        ...(saml && { SAMLResponse: JSON.stringify(saml) }),
      }).toString(),
    });

  test("a SAML sign-in takes the address and attributes from the assertion, and counts the address as verified", async () => {
    const services = createLocalServices();
    const answer = await signInWith(createRestClient(services), { assertion });
    expect(answer).toMatchObject({ email: "ada@example.test", emailVerified: true, isNewUser: true });
    expect(JSON.parse(answer["rawUserInfo"])).toEqual({ role: "editor" });
    const { firebase } = partOf(answer["idToken"], 1);
    expect(firebase).toMatchObject({ sign_in_provider: "saml.x", sign_in_attributes: { role: "editor" } });
    expect(services.identity.accountByEmail("ada@example.test")?.emailVerified).toBe(true);
  });

  test("a SAML sign-in with an existing account's address signs in to that account without a confirmation", async () => {
    const { rest, localId, services } = await started();
    const answer = await signInWith(rest, { assertion });
    expect(answer).toMatchObject({ localId, emailVerified: true });
    expect(answer["needConfirmation"]).toBeUndefined();
    const { providerUserInfo = [], passwordHash } = services.identity.account(localId) ?? {};
    expect(providerUserInfo.map(({ providerId }) => providerId)).toEqual(["saml.x"]);
    expect(passwordHash).toBeUndefined();
  });

  test("a SAML sign-in without an assertion has no attributes, and the error for an incomplete assertion names the missing element", async () => {
    const { rest } = await started();
    const bare = await signInWith(rest);
    expect(bare).toMatchObject({ email: "other@example.test", emailVerified: true });
    expect(bare["rawUserInfo"]).toBeUndefined();
    for (const [saml, missing] of [
      [{}, "assertion"],
      [{ assertion: {} }, "assertion.subject"],
      [{ assertion: { subject: {} } }, "assertion.subject.nameId"],
    ] as const)
      expect((await signInWith(rest, saml))["error"].message).toBe(
        `INVALID_IDP_RESPONSE ((Missing ${missing} in SAMLResponse.))`,
      );
  });
});

test("a sign-in with a provider ID in capitals and one in lower case reach the same account", async () => {
  const services = createLocalServices();
  const rest = createRestClient(services);
  const signInWith = (providerId: string, email_verified: boolean) =>
    rest.accounts("signInWithIdp", {
      requestUri: "http://localhost",
      postBody: new URLSearchParams({
        providerId,
        id_token: JSON.stringify({ sub: "g-1", email: "gina@example.test", email_verified }),
      }).toString(),
    });
  const first = await signInWith("GOOGLE.COM", false);
  expect(first).toMatchObject({ isNewUser: true, providerId: "google.com" });
  const again = await signInWith("google.com", false);
  expect(again).toMatchObject({ localId: first["localId"], providerId: "google.com" });
  expect(again["needConfirmation"]).toBeUndefined();
});
