import { describe, expect, test } from "vitest";
import { createLocalServices } from "../../mocks/local-services.ts";
import { createRestClient } from "../../mocks/rest-client.ts";
import { type Connection, connect, ORIGIN } from "./support.ts";

const CONSENT = "http://localhost:4201";
const CALLBACK = "http://localhost:4200/oauth/callback?from=popup";

/** Begins a sign-in as a client would, and opens the page that a user sees. */
async function begin(connection: Connection, providerId = "google.com", more: Record<string, unknown> = {}) {
  const { body } = await connection.call("accounts:createAuthUri", {
    providerId,
    continueUri: CALLBACK,
    ...more,
  });
  const url = new URL(String(body["authUri"]));
  const page = await connection.services.handle(new Request(url));
  const state = url.searchParams.get("state") ?? url.searchParams.get("oauth_token") ?? "";
  const answer = async (fields: Record<string, string>) => {
    const response = await connection.services.handle(
      new Request(url, {
        method: "POST",
        body: new URLSearchParams({ state, ...fields }),
      }),
    );
    return { status: response?.status, location: response?.headers.get("location") ?? "", response };
  };
  return { url, sessionId: String(body["sessionId"]), page, answer };
}

const redeem = (connection: Connection, requestUri: string, sessionId: string | undefined, more = {}) =>
  connection.call("accounts:signInWithIdp", {
    requestUri,
    sessionId,
    returnSecureToken: true,
    returnIdpCredential: true,
    ...more,
  });

const newcomer = { choice: "add", email: "gina@example.test", name: "Gina", verified: "yes" };

describe("signing in with a provider", () => {
  test.each(["google.com", "facebook.com", "twitter.com", "github.com"])(
    "a sign-in with %s leads through the consent page and the callback to tokens",
    async (providerId) => {
      const connection = connect({ origin: ORIGIN, consentOrigin: CONSENT });
      const { url, page, answer, sessionId } = await begin(connection, providerId);
      expect(url.origin).toBe(CONSENT);
      expect(page?.status).toBe(200);
      expect(page?.headers.get("content-security-policy")).toContain(
        "form-action 'self' http://localhost:4200",
      );

      const { status, location } = await answer(newcomer);
      expect(status).toBe(303);
      const back = new URL(location);
      expect(back.searchParams.get("from")).toBe("popup");
      const { body } = await redeem(connection, location, sessionId);
      expect(body).toMatchObject({
        providerId,
        isNewUser: true,
        email: "gina@example.test",
        displayName: "Gina",
      });
      expect(body["oauthAccessToken"]).toEqual(expect.any(String));
      expect("oauthTokenSecret" in body).toBe(providerId === "twitter.com");
      expect("oauthIdToken" in body).toBe(providerId === "google.com");
      const { body: found } = await connection.call("accounts:lookup", { idToken: body["idToken"] });
      expect(found).toMatchObject({ users: [{ providerUserInfo: [{ providerId }] }] });
    },
  );

  test("a page of a browser extension signs in without a setting", async () => {
    const connection = connect({ origin: ORIGIN });
    const extension = "chrome-extension://abcdefgh";
    const domains = await connection.services.handle(
      new Request(`${ORIGIN}/identitytoolkit.googleapis.com/v1/projects?key=any-key`, {
        headers: { origin: extension },
      }),
    );
    expect(await domains?.json()).toMatchObject({ authorizedDomains: expect.arrayContaining([extension]) });
    const { page, answer, sessionId } = await begin(connection, "google.com", {
      continueUri: `${extension}/callback.html`,
    });
    expect(page?.headers.get("content-security-policy")).toContain(`form-action 'self' ${extension} `);
    const { location } = await answer(newcomer);
    expect(location).toMatch(`${extension}/callback.html?`);
    const { body } = await redeem(connection, location, sessionId);
    expect(body).toMatchObject({ email: "gina@example.test" });
  });

  test("Twitter's page is named by a request token, which the response repeats beside Google's state", async () => {
    const connection = connect({ origin: ORIGIN });
    const { url, answer } = await begin(connection, "twitter.com", { customParameter: { lang: "de" } });
    expect([...url.searchParams.keys()].sort()).toEqual(["lang", "oauth_token", "provider"]);
    const { searchParams } = new URL((await answer(newcomer)).location);
    expect([...searchParams.keys()]).toEqual(["from", "oauth_token", "oauth_verifier", "state"]);
    expect(searchParams.get("oauth_token")).toBe(url.searchParams.get("oauth_token"));
  });

  test("declining at Twitter's page names the request token, and ends the sign-in with USER_CANCELLED", async () => {
    const connection = connect({ origin: ORIGIN });
    const { url, answer, sessionId } = await begin(connection, "twitter.com");
    const { location } = await answer({ choice: "deny" });
    expect(new URL(location).searchParams.get("denied")).toBe(url.searchParams.get("oauth_token"));
    expect((await redeem(connection, location, sessionId)).word).toMatch(/^USER_CANCELLED/);
  });

  test.each(["microsoft.com", "yahoo.com", "linkedin.com", "oidc.acme", "saml.acme"])(
    "a sign-in with %s passes its parameters to the consent page and leads to tokens",
    async (providerId) => {
      const connection = connect({ origin: ORIGIN });
      const { url, answer, sessionId } = await begin(connection, providerId, {
        oauthScope: "User.Read",
        customParameter: { tenant: "acme", login_hint: "gina@example.test", state: "mine" },
      });
      expect(Object.fromEntries(url.searchParams)).toMatchObject({ tenant: "acme", scope: "User.Read" });
      expect(url.searchParams.get("state")).not.toBe("mine");
      const { body } = await redeem(connection, (await answer(newcomer)).location, sessionId);
      expect(body).toMatchObject({ providerId, isNewUser: true, email: "gina@example.test" });
      expect("oauthIdToken" in body).toBe(/^(microsoft|yahoo|oidc)/.test(providerId));
      expect("oauthTokenSecret" in body).toBe(false);
      expect("rawUserInfo" in body).toBe(providerId !== "saml.acme");
    },
  );

  describe("Apple", () => {
    const form = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value = ""]) => [
          name,
          value.replaceAll("&quot;", '"'),
        ]),
      );
    const posted = async (connection: Connection, fields: Record<string, string>, more = {}) => {
      const { url, answer, sessionId } = await begin(connection, "apple.com", more);
      const { location, response } = await answer(fields);
      const text = (await response?.text()) ?? "";
      return { url, location, sessionId, text, form: form(text), response };
    };
    const send = (connection: Connection, { form: given, sessionId }: Awaited<ReturnType<typeof posted>>) =>
      connection.call("accounts:signInWithIdp", {
        requestUri: CALLBACK,
        postBody: new URLSearchParams(given as Record<string, string>).toString(),
        sessionId,
      });

    test("Apple's consent page posts its response to the callback, so no URL contains a token", async () => {
      const connection = connect({ origin: ORIGIN });
      const answered = await posted(connection, newcomer);
      expect(answered.url.searchParams.get("response_mode")).toBe("form_post");
      expect(answered.location).toBe("");
      expect(answered.text).toContain(`action="${CALLBACK}"`);
      expect(answered.response?.headers.get("content-security-policy")).toContain("http://localhost:4200");
      expect(Object.keys(answered.form)).toEqual(["state", "code", "id_token", "user"]);
      const { body } = await send(connection, answered);
      expect(body).toMatchObject({ providerId: "apple.com", isNewUser: true, displayName: "Gina" });
      expect([body["oauthIdToken"], body["oauthAccessToken"]]).toEqual([
        expect.any(String),
        expect.any(String),
      ]);
    });

    test("Apple's response has the user's name only at the first sign-in", async () => {
      const connection = connect();
      const { body: first } = await send(connection, await posted(connection, newcomer));
      const again = await posted(connection, newcomer);
      expect("user" in again.form).toBe(false);
      const { body } = await send(connection, again);
      expect(body).toMatchObject({ localId: first["localId"] });
      expect("displayName" in body).toBe(false);
    });

    test("declining at Apple's consent page ends the sign-in with USER_CANCELLED", async () => {
      const connection = connect();
      const refused = await posted(connection, { choice: "deny" });
      expect(refused.form["error"]).toBe("user_cancelled_authorize");
      expect((await send(connection, refused)).word).toMatch(/^USER_CANCELLED/);
    });

    test("Apple's consent page redirects instead of posting if the request asks for neither name nor email", async () => {
      const connection = connect();
      connection.services.identity.settings.allowDuplicateEmails = true;
      const { location } = await posted(connection, newcomer);
      expect(new URL(location).searchParams.has("code")).toBe(true);
      const asked = await posted(connection, newcomer, { oauthScope: "name" });
      expect(asked.location).toBe("");
    });

    test("the REST client can sign in through Apple's posted form", async () => {
      const services = createLocalServices();
      services.identity.persons = [
        {
          providerId: "apple.com",
          sub: "1",
          email: "gina@example.test",
          emailVerified: true,
          name: "Gina B",
        },
      ];
      const answer = await createRestClient(services).signInAtConsentPage("apple.com", "1");
      expect(answer).toMatchObject({ status: 200, displayName: "Gina B" });
    });
  });

  test("a provider's consent page offers a person who signed in earlier, and finds the person's account", async () => {
    const connection = connect();
    const first = await begin(connection);
    const { body } = await redeem(connection, (await first.answer(newcomer)).location, first.sessionId);
    const second = await begin(connection);
    const text = await second.page?.text();
    expect(text).toContain("gina@example.test");
    const sub = /name="sub" value="(\d+)"/.exec(text ?? "")?.[1] ?? "";
    const again = await redeem(
      connection,
      (await second.answer({ choice: "allow", sub })).location,
      second.sessionId,
    );
    expect(again.body["localId"]).toBe(body["localId"]);
    expect("isNewUser" in again.body).toBe(false);
  });

  test("declining at the consent page ends the sign-in with USER_CANCELLED", async () => {
    const connection = connect();
    const { answer, sessionId } = await begin(connection);
    const { location } = await answer({ choice: "deny" });
    expect(new URL(location).searchParams.get("error")).toBe("access_denied");
    expect((await redeem(connection, location, sessionId)).word).toMatch(/^USER_CANCELLED/);
  });

  test("a provider's code works once, only for its own session ID, and only for ten minutes", async () => {
    const connection = connect();
    const first = await begin(connection);
    const { location } = await first.answer(newcomer);
    expect((await redeem(connection, location, "another session")).word).toMatch(/^INVALID_IDP_RESPONSE/);
    expect((await redeem(connection, location, undefined)).word).toMatch(/^INVALID_IDP_RESPONSE/);
    expect((await redeem(connection, location, first.sessionId)).status).toBe(200);
    expect((await redeem(connection, location, first.sessionId)).word).toMatch(/^INVALID_IDP_RESPONSE/);

    const second = await begin(connection);
    const late = await second.answer(newcomer);
    connection.services.clock.advance(600_000);
    expect((await redeem(connection, late.location, second.sessionId)).word).toMatch(/^INVALID_IDP_RESPONSE/);
  });

  test("a consent page that was answered cannot be answered again", async () => {
    const connection = connect();
    const { answer } = await begin(connection);
    await answer(newcomer);
    expect((await answer(newcomer)).status).toBe(400);
  });

  test("the consent page asks again for an invalid email address, and escapes the typed text", async () => {
    const connection = connect();
    const { answer } = await begin(connection);
    const { status, response } = await answer({ choice: "add", email: "<script>", name: "<b>" });
    expect(status).toBe(400);
    const text = await response?.text();
    expect(text).toContain("Please enter an email address.");
    expect(text).toContain('value="&lt;script&gt;"');
    expect(text).not.toContain("<script>");
  });
});

describe("an existing account's address with another provider", () => {
  test.each([
    {
      what: "pending token",
      fieldsOf: ({ pendingToken }: Record<string, unknown>) => ({ pendingToken }),
    },
    {
      what: "access token",
      fieldsOf: ({ oauthAccessToken }: Record<string, unknown>) => ({
        postBody: `access_token=${oauthAccessToken}&providerId=github.com`,
      }),
    },
  ])(
    "a sign-in with an existing account's unverified address needs confirmation, and its $what links the provider",
    async ({ fieldsOf }) => {
      const connection = connect();
      const { uid, idToken } = await connection.signUp("gina@example.test");
      const { answer, sessionId } = await begin(connection, "github.com");
      const { location } = await answer({ ...newcomer, verified: "" });
      const { status, body } = await redeem(connection, location, sessionId);
      expect(status).toBe(200);
      expect(body).toMatchObject({ needConfirmation: true, localId: uid, verifiedProvider: [] });
      expect(body).not.toHaveProperty("idToken");
      const linked = await connection.call("accounts:signInWithIdp", {
        requestUri: "http://localhost",
        idToken,
        ...fieldsOf(body),
      });
      expect(linked.body).toMatchObject({ localId: uid, providerId: "github.com" });
    },
  );
});

describe("linking", () => {
  test("linking a provider keeps the second factor that the session has passed", async () => {
    const connection = connect();
    const member = await connection.services.scenarios.load("second factor");
    const { body: pending } = await connection.call("accounts:signInWithPassword", member);
    const [shown] = connection.services.totpCodes(member.email);
    const { body: session } = await connection.call2("accounts/mfaSignIn:finalize", {
      mfaPendingCredential: pending["mfaPendingCredential"],
      mfaEnrollmentId: member.mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: shown?.code },
    });
    const { answer, sessionId } = await begin(connection);
    const { location } = await answer({ ...newcomer, email: "tom@example.test" });
    const { body } = await redeem(connection, location, sessionId, { idToken: session["idToken"] });
    expect(body).toMatchObject({ localId: member.uid });
    expect(body["idToken"]).toEqual(expect.any(String));
  });
});

test("the consent page shows the name of a configured provider, and a snapshot keeps the configuration", async () => {
  const connection = connect();
  const oidc = { displayName: "Acme", enabled: true, clientId: "id", issuer: "https://acme.test" };
  const path = `/identitytoolkit.googleapis.com/v2/projects/${connection.services.projectId}/oauthIdpConfigs`;
  await connection.post(`${path}?oauthIdpConfigId=oidc.acme`, oidc, { authorization: "Bearer owner" });
  const other = connect();
  other.services.restore(connection.services.snapshot());
  expect(await (await begin(other, "oidc.acme")).page?.text()).toContain("Sign in with Acme");
  other.services.reset();
  expect((await begin(other, "apple.com")).page?.status).toBe(200);
});

test.each([
  ["an administrator", { authorization: "Bearer owner" }, [200, 404]],
  ["any other caller", {}, [403, 200]],
])("only an administrator deletes a provider's configuration: %s", async (_, headers, [deleted, found]) => {
  const { services, post } = connect();
  const path = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/oauthIdpConfigs`;
  const owner = { authorization: "Bearer owner" };
  await post(`${path}?oauthIdpConfigId=oidc.acme`, { clientId: "acme", issuer: "https://acme.test" }, owner);
  const request = (init: RequestInit) => new Request(`http://localhost:9099${path}/oidc.acme`, init);
  expect((await services.handle(request({ method: "DELETE", headers })))?.status).toBe(deleted);
  expect((await services.handle(request({ headers: owner })))?.status).toBe(found);
});
