import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

const HOUR_MS = 3_600_000;
const ada = { email: "ada@example.test", password: "correct horse" };

describe("a forgotten password", () => {
  test("a mailed reset code replaces a forgotten password once", async () => {
    const { call, signUp, services } = connect({ actionUrl: "http://localhost:3000/firebase-action" });
    await signUp();
    await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: ada.email });
    const { code, actionLink = "" } = services.outbox.latest("ADA@example.test", "PASSWORD_RESET");
    const link = new URL(actionLink);
    expect(link.origin + link.pathname).toBe("http://localhost:3000/firebase-action");
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ mode: "resetPassword", oobCode: code });

    expect((await call("accounts:resetPassword", { oobCode: code, newPassword: "123" })).word).toMatch(
      /^WEAK/,
    );
    const reset = await call("accounts:resetPassword", { oobCode: code, newPassword: "battery staple" });
    expect(reset.status).toBe(200);
    expect((await call("accounts:resetPassword", { oobCode: code, newPassword: "again again" })).word).toBe(
      "INVALID_OOB_CODE",
    );
    expect((await call("accounts:signInWithPassword", ada)).word).toBe("INVALID_PASSWORD");
    expect((await call("accounts:signInWithPassword", { ...ada, password: "battery staple" })).status).toBe(
      200,
    );
  });

  test("a mailed reset code is refused after it has expired", async () => {
    const { call, signUp, services } = connect();
    await signUp();
    await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: ada.email });
    const { code } = services.outbox.latest(ada.email);
    services.clock.advance(HOUR_MS);
    expect((await call("accounts:resetPassword", { oobCode: code })).word).toBe("EXPIRED_OOB_CODE");
  });

  test("a password reset ends the sessions that began before it", async () => {
    const { call, signUp, refresh, services } = connect();
    const { refreshToken } = await signUp();
    services.clock.advance(60_000);
    await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: ada.email });
    const { code } = services.outbox.latest(ada.email);
    await call("accounts:resetPassword", { oobCode: code, newPassword: "battery staple" });
    expect((await refresh(refreshToken)).word).toBe("TOKEN_EXPIRED");
  });

  test("under enumeration protection, a reset for an unknown address succeeds without a mail", async () => {
    const { call, services } = connect();
    services.identity.settings.enumerationProtection = true;
    const answer = await call("accounts:sendOobCode", {
      requestType: "PASSWORD_RESET",
      email: "x@example.test",
    });
    expect(answer.status).toBe(200);
    expect(services.outbox.list()).toEqual([]);
  });

  test("the project's rate limit refuses further password reset mails", async () => {
    const { call, signUp, services } = connect();
    await signUp();
    services.identity.settings.rateLimits.passwordReset = { max: 2, windowS: 60 };
    const ask = () => call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: ada.email });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect((await ask()).word).toBe("RESET_PASSWORD_EXCEED_LIMIT");
    services.clock.advance(60_000);
    expect((await ask()).status).toBe(200);
  });
});

describe("an address", () => {
  test("a mailed code verifies the address of the account", async () => {
    const { call, signUp, services } = connect();
    const { idToken, uid } = await signUp();
    await call("accounts:sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
    const { code } = services.outbox.latest(ada.email, "VERIFY_EMAIL");
    expect((await call("accounts:update", { oobCode: code })).status).toBe(200);
    expect(services.identity.account(uid)?.emailVerified).toBe(true);
    expect((await call("accounts:update", { oobCode: code })).word).toBe("INVALID_OOB_CODE");
  });

  test("a code mailed to the new address changes the address, and the old address gets a recovery link", async () => {
    const { call, signUp, services } = connect();
    const { idToken, uid } = await signUp();
    await call("accounts:sendOobCode", {
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      idToken,
      newEmail: "ada2@example.test",
    });
    const { code } = services.outbox.latest("ada2@example.test", "VERIFY_AND_CHANGE_EMAIL");
    await call("accounts:update", { oobCode: code });
    expect(services.identity.account(uid)?.email).toBe("ada2@example.test");

    const { code: back } = services.outbox.latest(ada.email, "RECOVER_EMAIL");
    const { body } = await call("accounts:resetPassword", { oobCode: back });
    expect(body).toMatchObject({
      requestType: "RECOVER_EMAIL",
      email: ada.email,
      newEmail: "ada2@example.test",
    });
    await call("accounts:update", { oobCode: back });
    expect(services.identity.account(uid)?.email).toBe(ada.email);
  });

  test("under enumeration protection, an address cannot be changed without a mailed code", async () => {
    const { call, signUp, services } = connect();
    const { idToken } = await signUp();
    services.identity.settings.enumerationProtection = true;
    const { word } = await call("accounts:update", { idToken, email: "ada2@example.test" });
    expect(word).toBe("OPERATION_NOT_ALLOWED : Please verify the new email before changing email.");
  });

  test("a sign-up with an address of 3,000 characters is refused", async () => {
    const { call } = connect();
    const email = `${"a".repeat(3000)}@example.test`;
    expect((await call("accounts:signUp", { email, password: "correct horse" })).word).toBe("INVALID_EMAIL");
  });
});

describe("a sign-in link", () => {
  test("a sign-in link signs in a user who enters the mailed address, and creates the user's account", async () => {
    const { call, services } = connect();
    await call("accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email: "New@example.test" });
    const { code } = services.outbox.latest("new@example.test");
    const wrong = await call("accounts:signInWithEmailLink", { email: "other@example.test", oobCode: code });
    expect(wrong.word).toMatch(/^INVALID_EMAIL/);
    const { body } = await call("accounts:signInWithEmailLink", { email: "new@example.test", oobCode: code });
    expect(body).toMatchObject({ isNewUser: true, email: "new@example.test" });
  });
});

describe("sensitive changes", () => {
  test.each([
    { what: "a new password", method: "accounts:update", fields: { password: "battery staple" } },
    { what: "a new address", method: "accounts:update", fields: { email: "ada2@example.test" } },
    { what: "deletion", method: "accounts:delete", fields: {} },
  ])("a change of the account ($what) is refused without a recent sign-in", async ({ method, fields }) => {
    const { call, signUp, refresh, services } = connect();
    const { refreshToken } = await signUp();
    services.clock.advance(301_000);
    const { body } = await refresh(refreshToken);
    const late = await call(method, { ...fields, idToken: body["id_token"] });
    expect(late.word).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    const again = await call("accounts:signInWithPassword", ada);
    expect((await call(method, { ...fields, idToken: again.body["idToken"] })).status).toBe(200);
  });

  test("a change of the password keeps the session that made it, and ends other sessions", async () => {
    const { call, signUp, refresh, services } = connect();
    const { idToken, refreshToken } = await signUp();
    services.clock.advance(2000);
    const { body } = await call("accounts:update", { idToken, password: "battery staple" });
    expect((await refresh(String(body["refreshToken"]))).status).toBe(200);
    expect((await refresh(refreshToken)).word).toBe("TOKEN_EXPIRED");
  });
});

describe("rate limits", () => {
  test("the rate limit for sign-ins counts wrong passwords, not correct ones", async () => {
    const { call, signUp, services } = connect();
    await signUp();
    services.identity.settings.rateLimits.signIn = { max: 2, windowS: 60 };
    for (let i = 0; i < 4; i += 1) expect((await call("accounts:signInWithPassword", ada)).status).toBe(200);
    for (let i = 0; i < 2; i += 1)
      await call("accounts:signInWithPassword", { ...ada, password: "wrong one" });
    expect((await call("accounts:signInWithPassword", ada)).word).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  });

  test("a password policy refuses weak passwords with Google's codes, and forms can read its rules", async () => {
    const { call, send, services } = connect();
    Object.assign(services.identity.settings.passwordPolicy, {
      enforcementState: "ENFORCE",
      containsNumericCharacter: true,
    });
    const { body } = await send("/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k");
    expect(body).toMatchObject({
      schemaVersion: 1,
      customStrengthOptions: { containsNumericCharacter: true },
    });
    expect((await call("accounts:signUp", ada)).word).toBe(
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]",
    );
  });
});

describe("a mail in the outbox", () => {
  const mailOf = async (requestType: string, displayName?: string) => {
    const { call, signUp, services } = connect();
    const { idToken } = await signUp();
    if (displayName !== undefined) await call("accounts:update", { idToken, displayName });
    const continueUrl = "http://localhost/";
    await call("accounts:sendOobCode", { requestType, email: ada.email, idToken, continueUrl });
    return services.outbox.latest(ada.email);
  };

  test.each(["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN"])(
    "a mail of type %s contains its link as plain text and as HTML",
    async (type) => {
      const { text, html, actionLink = "" } = await mailOf(type);
      expect(text?.split("\n\n")).toContain(actionLink);
      const escaped = actionLink.replaceAll("&", "&amp;");
      expect(html).toContain(`<a href="${escaped}">${escaped}</a>`);
    },
  );

  test("a mail greets the user by name, and escapes the name in HTML", async () => {
    const { text, html } = await mailOf("VERIFY_EMAIL", "<Ada> & Co");
    expect(text).toMatch(/^Hello <Ada> & Co,\n/);
    expect(html).toMatch(/^<p>Hello &lt;Ada&gt; &amp; Co,<\/p>/);
  });

  test("the mail to the previous address of an account names the new address", async () => {
    const { call, signUp, services } = connect();
    const { idToken } = await signUp();
    await call("accounts:update", { idToken, email: "ada2@example.test" });
    const { text } = services.outbox.latest(ada.email, "RECOVER_EMAIL");
    expect(text).toContain("was changed to ada2@example.test.");
  });

  test("the outbox shows a mail as a page with the text and the HTML body, and without scripts", async () => {
    const { call, signUp, services, send } = connect();
    await signUp();
    await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: ada.email });
    const { id, subject = "" } = services.outbox.latest(ada.email);
    const { response } = await send(`/__local/outbox/${id}`);
    const body = await response.text();
    expect(body).toContain(`<h1>${subject}</h1>`);
    expect(body).toContain("<p>Hello,</p>");
    expect(body).toContain("<pre>Hello,");
    expect(response.headers.get("content-security-policy")).toMatch(/sandbox allow-popups /);
    expect(response.headers.get("content-security-policy")).not.toContain("allow-scripts");
  });
});
