import { describe, expect, test } from "vitest";
import { connect, ORIGIN } from "./support.ts";

const ada = { email: "ada@example.test", password: "correct horse" };

test("a mailed link opens the page of the option actionUrl, or the services' own, with its mode and code", async () => {
  for (const actionUrl of ["http://localhost:3000/firebase-action", undefined]) {
    const { call, signUp, services } = connect(actionUrl === undefined ? {} : { actionUrl });
    await signUp();
    await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: ada.email });
    const { code, actionLink = "" } = services.outbox.latest("ADA@example.test", "PASSWORD_RESET");
    const link = new URL(actionLink);
    expect(link.origin + link.pathname).toBe(actionUrl ?? `${ORIGIN}/emulator/action`);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: "resetPassword",
      lang: "en",
      oobCode: code,
      apiKey: "any-key",
    });
  }
});

describe("rate limits", () => {
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

  test("the rate limit for sign-ins counts wrong passwords, not correct ones", async () => {
    const { call, signUp, services } = connect();
    await signUp();
    services.identity.settings.rateLimits.signIn = { max: 2, windowS: 60 };
    for (let i = 0; i < 4; i += 1) expect((await call("accounts:signInWithPassword", ada)).status).toBe(200);
    for (let i = 0; i < 2; i += 1)
      await call("accounts:signInWithPassword", { ...ada, password: "wrong one" });
    expect((await call("accounts:signInWithPassword", ada)).word).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
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
