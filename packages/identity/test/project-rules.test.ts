import { describe, expect, test } from "vitest";
import { type Call, createBrowser, refusal, type Server } from "./support/browser.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";

const ada = { email: "alice@example.com", password: "correct horse" };

function withAppCheck(browser: ReturnType<typeof createBrowser>, getToken: () => Promise<string>) {
  const { client, options } = browser.open();
  client.dispose();
  return browser.open({ fetch: identity.appCheckFetch(getToken, options.fetch) }).client;
}

describe("App Check", () => {
  test("each call to either of Google's services carries a new App Check token", async () => {
    const browser = createBrowser({ server: google() });
    let count = 0;
    const client = withAppCheck(browser, async () => `app-check-${++count}`);
    await identity.signInWithPassword(client, ada);
    await browser.clock.advance(56 * 60_000);
    const sent = browser.calls.map(({ path, headers }) => [path, headers.get("X-Firebase-AppCheck")]);
    expect(sent).toEqual([
      ["/v1/accounts:signInWithPassword", "app-check-1"],
      ["/v1/accounts:lookup", "app-check-2"],
      ["/v1/token", "app-check-3"],
    ]);
  });

  test("a client without App Check sends no App Check header", async () => {
    const browser = createBrowser({ server: google() });
    await identity.signInWithPassword(browser.open().client, ada);
    expect(browser.calls[0]?.headers.has("X-Firebase-AppCheck")).toBe(false);
  });

  test("if App Check gives no token, a call fails like a network failure and nothing is sent", async () => {
    const browser = createBrowser();
    const client = withAppCheck(browser, () => Promise.reject(new Error("no attestation")));
    await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject({
      code: "network-request-failed",
    });
    expect(browser.calls).toEqual([]);
  });
});

/** A project with reCAPTCHA Enterprise for passwords, and for text messages if wished. */
function guarded({
  isValid = (token: unknown): boolean => token === "proof-1",
  enforcementState = "ENFORCE",
} = {}): Server {
  return (call: Call) => {
    if (call.path === "/v2/recaptchaConfig") {
      const state = (provider: string) => ({ provider, enforcementState });
      return {
        body: {
          recaptchaKey: "projects/demo/keys/site-key",
          recaptchaEnforcementState: [state("EMAIL_PASSWORD_PROVIDER"), state("PHONE_PROVIDER")],
        },
      };
    }
    const info = call.body["phoneSignInInfo"] ?? call.body["phoneEnrollmentInfo"] ?? call.body;
    const { captchaResponse, captchaResp, clientType, recaptchaVersion } = info as Record<string, unknown>;
    const token = captchaResponse ?? captchaResp;
    if (token === undefined && enforcementState === "AUDIT") return google()(call);
    if (token === undefined) return refusal("MISSING_RECAPTCHA_TOKEN");
    const isWhole = clientType === "CLIENT_TYPE_WEB" && recaptchaVersion === "RECAPTCHA_ENTERPRISE";
    if (!isWhole || !isValid(token)) return refusal("INVALID_RECAPTCHA_TOKEN");
    if (call.path.endsWith("sendVerificationCode")) return { body: { sessionInfo: "s3cr3t-session" } };
    return google()(call);
  };
}

function setUp(server: Server, options?: { isAhead: boolean }) {
  const browser = createBrowser({ server: server });
  const asked: string[] = [];
  const refuses = { isOn: false as boolean };
  const recaptcha = identity.recaptchaEnterprise(async (siteKey, action) => {
    asked.push(`${siteKey} ${action}`);
    if (refuses.isOn) throw new Error("a content blocker");
    return `proof-${asked.length}`;
  }, options);
  const { client } = browser.open({ recaptcha });
  return { browser, client, asked, refuses, paths: () => browser.calls.map(({ path }) => path) };
}

describe("reCAPTCHA Enterprise", () => {
  test("a sign-in that is refused without a reCAPTCHA token is repeated with a token", async () => {
    const { client, asked, browser, paths } = setUp(guarded());
    await identity.signInWithPassword(client, ada);
    expect(asked).toEqual(["site-key signInWithPassword"]);
    expect(paths().slice(0, 3)).toEqual([
      "/v1/accounts:signInWithPassword",
      "/v2/recaptchaConfig",
      "/v1/accounts:signInWithPassword",
    ]);
    expect(browser.calls[1]?.search).toContain("version=RECAPTCHA_ENTERPRISE&key=");
  });

  test("a client that has read the configuration ahead sends a token with its first request, and reads it once", async () => {
    const { client, asked, paths } = setUp(guarded(), { isAhead: true });
    await Promise.all([
      identity.initializeRecaptchaConfig(client),
      identity.initializeRecaptchaConfig(client),
    ]);
    expect(paths()).toEqual(["/v2/recaptchaConfig"]);
    await identity.signInWithPassword(client, ada);
    expect(asked).toEqual(["site-key signInWithPassword"]);
    expect(paths().slice(0, 2)).toEqual(["/v2/recaptchaConfig", "/v1/accounts:signInWithPassword"]);
  });

  test("once the project has demanded a reCAPTCHA token, later calls send a token with their first request", async () => {
    const { client, browser, asked, paths } = setUp(guarded({ isValid: () => true }));
    await identity.signUp(client, ada);
    browser.calls.length = 0;
    await identity.sendPasswordResetEmail(client, ada.email);
    expect(asked).toEqual(["site-key signUpPassword", "site-key getOobCode"]);
    expect(paths().filter((path) => path.endsWith("sendOobCode"))).toHaveLength(1);
  });

  test("a refused reCAPTCHA token is replaced once if it was kept from an earlier call, and reported if it is new", async () => {
    const { client, asked } = setUp(guarded({ isValid: () => false }));
    const refused = { code: "invalid-recaptcha-token" };
    await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject(refused);
    expect(asked).toHaveLength(1);
    await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject(refused);
    expect(asked).toHaveLength(3);
  });

  test("the request for a text message carries a reCAPTCHA token", async () => {
    const { client, asked } = setUp(guarded());
    const verifier = { verify: async () => "v2-s3cr3t-token" };
    await identity.sendPhoneCode(client, "+15555550100", verifier);
    expect(asked).toEqual(["site-key sendVerificationCode"]);
  });

  test("for a project without reCAPTCHA, the client sends no extra request and asks for no token", async () => {
    const { client, asked, paths } = setUp(google());
    await identity.signInWithPassword(client, ada);
    expect(asked).toEqual([]);
    expect(paths()).not.toContain("/v2/recaptchaConfig");
  });

  test("for a project that only audits reCAPTCHA, only a client that reads the configuration first sends tokens", async () => {
    const later = setUp(guarded({ enforcementState: "AUDIT" }));
    await identity.signInWithPassword(later.client, ada);
    expect(later.asked).toEqual([]);
    const ahead = setUp(guarded({ enforcementState: "AUDIT" }), { isAhead: true });
    await identity.signInWithPassword(ahead.client, ada);
    expect(ahead.asked).toEqual(["site-key signInWithPassword"]);
    ahead.refuses.isOn = true;
    await expect(identity.signInWithPassword(ahead.client, ada), "without a token").resolves.toBeDefined();
    expect(ahead.paths().slice(0, 2)).toEqual(["/v2/recaptchaConfig", "/v1/accounts:signInWithPassword"]);
  });

  test("for a project with reCAPTCHA off, a client that reads the configuration ahead sends no reCAPTCHA token", async () => {
    const { client, asked } = setUp(
      (call) => (call.path === "/v2/recaptchaConfig" ? guarded({ enforcementState: "OFF" }) : google())(call),
      { isAhead: true },
    );
    await identity.signInWithPassword(client, ada);
    expect(asked).toEqual([]);
  });

  test("a reCAPTCHA configuration that could not be read is read again by the next call", async () => {
    let isAway = true as boolean;
    const server = guarded({ isValid: () => true });
    const { client } = setUp((call) =>
      isAway && call.path === "/v2/recaptchaConfig" ? refusal("away", 503) : server(call),
    );
    await expect(identity.signInWithPassword(client, ada)).rejects.toMatchObject({ code: "internal-error" });
    isAway = false;
    await expect(identity.signInWithPassword(client, ada)).resolves.toMatchObject({ uid: "alice" });
  });

  test("without a reCAPTCHA verifier, the call rejects with the server's refusal", async () => {
    const browser = createBrowser({ server: guarded() });
    await expect(identity.signInWithPassword(browser.open().client, ada)).rejects.toMatchObject({
      code: "missing-recaptcha-token",
    });
  });
});
