import { describe, expect, test } from "vitest";
import { connect, ORIGIN } from "./support.ts";

const HANDLER = "/emulator/auth/handler";
const asked = {
  apiKey: "any-key",
  appName: "[DEFAULT]",
  authType: "signInViaPopup",
  providerId: "google.com",
  redirectUrl: "https://app.test/page?x=1",
  eventId: "event-1",
};
const handlerPath = (more: Record<string, string | undefined> = {}): string => {
  const fields = Object.entries({ ...asked, ...more }).filter(([, value]) => value !== undefined);
  return `${HANDLER}?${new URLSearchParams(fields as [string, string][])}`;
};
const dataOf = (text: string, name: string): string =>
  (new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

const actionOf = (text: string): string =>
  (/id="main-form" method="post" action="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

describe("the pages behind popups and redirects of Google's SDK", () => {
  test("the SDK's handler shows the consent page, with the app's origin and the given address", async () => {
    const { send } = connect({ origin: ORIGIN, consentOrigin: "http://localhost:4201" });
    const { response } = await send(
      handlerPath({ scopes: "email,profile", customParameters: '{"login_hint":"ada@example.test"}' }),
    );
    const text = await response.text();
    const action = new URL(actionOf(text));
    expect(action.origin + action.pathname).toBe("http://localhost:4201/__local/consent");
    expect(action.searchParams.get("scope")).toBe("email profile");
    expect(response.headers.get("content-security-policy")).toContain(
      `form-action 'self' ${ORIGIN} http://localhost:4201`,
    );
    expect(text).toContain("https://app.test wants to know who you are");
    expect(text).toContain('value="ada@example.test"');
  });

  test("the provider's response returns to the SDK's handler, and signs in only with the handler's session ID", async () => {
    const { send, call } = connect({ origin: ORIGIN });
    const text = await (await send(handlerPath())).response.text();
    const [action, state] = [actionOf(text), dataOf(text, "state")];
    const person = { choice: "add", email: "gina@example.test", name: "Gina", verified: "yes" };
    const body = new URLSearchParams({ state, ...person });
    const { response: consented } = await send(action, { method: "POST", body });
    const requestUri = consented.headers.get("location") ?? "";
    expect(new URL(requestUri).pathname).toBe(HANDLER);
    expect(new URL(requestUri).searchParams.get("eventId")).toBe("event-1");
    const answer = await (await send(requestUri)).response.text();
    expect(dataOf(answer, "state")).toBe(state);
    const stolen = await call("accounts:signInWithIdp", { requestUri, sessionId: "another" });
    expect(stolen.word).toMatch(/^INVALID_IDP_RESPONSE/);
    const sessionId = dataOf(text, "session-id");
    const { body: signedIn } = await call("accounts:signInWithIdp", { requestUri, sessionId });
    expect(signedIn).toMatchObject({ email: "gina@example.test", providerId: "google.com" });
  });

  test("a sign-in at the SDK's handler returns to the host that the browser used, so 127.0.0.1 keeps its storage", async () => {
    const { send } = connect({ origin: ORIGIN });
    const { response } = await send(new URL(handlerPath(), "http://127.0.0.1:4200").href);
    const { searchParams } = new URL(actionOf(await response.text()));
    expect(searchParams.get("redirect_uri")).toMatch(`http://127.0.0.1:4200${HANDLER}?`);
  });

  test("the consent page has the elements that tests written for Google's emulator click", async () => {
    const { send, admin, services } = connect({ origin: ORIGIN });
    const consent = actionOf(await (await send(handlerPath())).response.text());
    const page = await (await send(consent)).response.text();
    for (const id of ["accounts-list", "add-account-button", "autogen-button", "email-input", "sign-in"])
      expect(page).toContain(`id="${id}"`);
    const { uid: localId } = await services.scenarios.load("verified customer", {
      email: "ada@example.test",
    });
    const email = "linked@gmail.test";
    const linkProviderUserInfo = { providerId: "google.com", rawId: "g-1", email, displayName: "Linked" };
    await admin("accounts:update", { localId, linkProviderUserInfo });
    expect(await (await send(consent)).response.text()).toContain(email);
    const state = new URL(consent).searchParams.get("state") ?? "";
    const body = new URLSearchParams({ state, choice: "allow", sub: "g-1" });
    const { response } = await send(consent, { method: "POST", body });
    expect(response.headers.get("location")).toContain("code=");
  });

  test("the SDK's handler passes Apple's posted form to its page without a token in the URL", async () => {
    const { send } = connect({ origin: ORIGIN });
    const path = handlerPath({ providerId: "apple.com" });
    const body = new URLSearchParams({ state: "state-1", code: "code-1", user: '{"name":"<b>"}' });
    const { response } = await send(path, { method: "POST", body });
    const text = await response.text();
    expect(dataOf(text, "state")).toBe("state-1");
    expect(dataOf(text, "post-body")).toBe(body.toString());
    expect(response.headers.get("location")).toBeNull();
  });

  test.each([
    { more: { apiKey: undefined }, problem: "missing apiKey or providerId" },
    { more: { providerId: undefined }, problem: "missing apiKey or providerId" },
    { more: { appName: undefined }, problem: "missing appName" },
    { more: { authType: "nonsense" }, problem: "invalid authType" },
    { more: { redirectUrl: "javascript:alert(1)" }, problem: "must be an http or https URL" },
    { more: { customParameters: "{" }, problem: "must be a JSON object" },
  ])("the SDK's handler refuses the parameters $more: $problem", async ({ more, problem }) => {
    const { send } = connect();
    const { status, body } = await send(handlerPath(more));
    expect(status).toBe(400);
    expect(body).toMatchObject({ authEmulator: { error: expect.stringContaining(problem) } });
  });

  test("the policy of the SDK's handler allows only scripts of its own origin, and forbids framing", async () => {
    const { response } = await connect().send(handlerPath());
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  test("the policy of the SDK's frame allows its own and Google's scripts, and embedding by any page", async () => {
    const { response } = await connect().send("/emulator/auth/iframe?apiKey=any-key&appName=a");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' https://apis.google.com;");
    expect(policy).toContain("frame-ancestors http: https:");
    expect(policy).not.toContain("unsafe");
  });

  test.each([`${HANDLER}.js`, "/emulator/auth/iframe.js", "/emulator/auth/gapi.js"])(
    "the file %s is a script without imports",
    async (path) => {
      const { response } = await connect().send(path);
      expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
      const script = await response.text();
      expect(() => new Function(script)).not.toThrow();
      expect(script).not.toMatch(/\bimport\b/);
    },
  );
});
