import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { IdentityClient } from "../src/client/client-parts.ts";
import { errorClass } from "../src/errors/error-class.ts";
import { ERROR_CODES } from "../src/errors/error-codes.ts";
import { IdentityError, type IdentityErrorCode, isIdentityError } from "../src/errors/identity-error.ts";
import { PASSKEY_CODES } from "../src/errors/passkey-codes.ts";
import * as tables from "../src/errors/server-codes.ts";
import { clientCodeFor, codePairsOf, errorFromMessage, redactDetail } from "../src/errors/server-error.ts";
import { createBrowser, refusal } from "./support/browser.ts";
import { CALLBACK, STATE, setUpPopup, withProvider } from "./support/popups.ts";
import { identity } from "./support/secrets.ts";

const every: readonly tables.ServerCodes[] = [...Object.values(tables), PASSKEY_CODES];
const codeOf = (message: string, status?: number) =>
  every.map((table) => errorFromMessage(message, { codes: table, status }).code);

test("each code that a table of Google's codes names is one of the client's codes", () => {
  const named = every.flatMap(codePairsOf).map(({ client }) => client);
  expect(named.filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
});

describe("codes that have the same meaning at every endpoint", () => {
  test.each([
    ["INVALID_PASSWORD", "wrong-password"],
    ["EMAIL_EXISTS", "email-already-in-use"],
    ["EMAIL_NOT_FOUND", "user-not-found"],
    ["INVALID_IDENTIFIER", "invalid-email"],
    ["TOO_MANY_ATTEMPTS_TRY_LATER", "too-many-requests"],
    ["RESET_PASSWORD_EXCEED_LIMIT", "too-many-requests"],
    ["EXPIRED_OOB_CODE", "expired-action-code"],
    ["INVALID_OOB_CODE", "invalid-action-code"],
    ["INVALID_CODE", "invalid-verification-code"],
    ["SESSION_EXPIRED", "code-expired"],
    ["TOKEN_EXPIRED", "user-token-expired"],
    ["CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "requires-recent-login"],
  ])("the server code %s becomes the error code %s at every endpoint", (word, code) => {
    expect(new Set(codeOf(word))).toEqual(new Set([code]));
    expect(new Set(codeOf(`${word} : and a reason`))).toEqual(new Set([code]));
  });

  const credential = { email: "a@example.com", password: "correct-horse" };
  const verifier = { verify: async () => "human" };
  const link = "https://site.test/?mode=signIn&oobCode=abc";
  test.each<
    [name: string, call: (client: IdentityClient) => Promise<unknown>, words: Record<string, string>]
  >([
    [
      "signing in with a password",
      (client) => identity.signInWithPassword(client, credential),
      {
        INVALID_PASSWORD: "wrong-password",
        EMAIL_NOT_FOUND: "user-not-found",
        TOO_MANY_ATTEMPTS_TRY_LATER: "too-many-requests",
      },
    ],
    [
      "signing up",
      (client) => identity.signUp(client, credential),
      { EMAIL_EXISTS: "email-already-in-use", CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "requires-recent-login" },
    ],
    [
      "reading the sign-in methods",
      (client) => identity.fetchSignInMethodsForEmail(client, "a"),
      { INVALID_IDENTIFIER: "invalid-email", INVALID_CONTINUE_URI: "invalid-continue-uri" },
    ],
    [
      "asking for a mail",
      (client) => identity.sendPasswordResetEmail(client, credential.email),
      {
        RESET_PASSWORD_EXCEED_LIMIT: "too-many-requests",
        EMAIL_NOT_FOUND: "user-not-found",
        MISSING_NEW_EMAIL: "missing-new-email",
      },
    ],
    ...[
      (client: IdentityClient) => identity.checkActionCode(client, "abc"),
      (client: IdentityClient) => identity.confirmPasswordReset(client, "abc", "correct-horse"),
      (client: IdentityClient) => identity.applyActionCode(client, "abc"),
      (client: IdentityClient) => identity.signInWithEmailLink(client, { email: credential.email, link }),
    ].map((call): [string, (client: IdentityClient) => Promise<unknown>, Record<string, string>] => [
      "a mailed code",
      call,
      { EXPIRED_OOB_CODE: "expired-action-code", INVALID_OOB_CODE: "invalid-action-code" },
    ]),
    [
      "the code of a text message",
      (client) =>
        identity.signInWithCredential(client, identity.phoneCredential({ verificationId: "a", code: "1" })),
      { INVALID_CODE: "invalid-verification-code", SESSION_EXPIRED: "code-expired" },
    ],
    [
      "asking for a text message",
      (client) => identity.sendPhoneCode(client, "+4930123456", verifier),
      {
        TOO_MANY_ATTEMPTS_TRY_LATER: "too-many-requests",
        UNSUPPORTED_TENANT_OPERATION: "unsupported-tenant-operation",
      },
    ],
    [
      "signing in anonymously",
      (client) => identity.signInAnonymously(client),
      { CONFIGURATION_NOT_FOUND: "configuration-not-found" },
    ],
    [
      "signing in with a custom token",
      (client) => identity.signInWithCustomToken(client, "made-up"),
      { MISSING_IDENTIFIER: "missing-identifier" },
    ],
  ])("a server code becomes the client's error code for the failed call: %s", async (_, call, words) => {
    for (const [word, code] of Object.entries(words)) {
      const browser = createBrowser({ server: () => refusal(word) });
      await expect(call(browser.open().client), word).rejects.toMatchObject({ code, serverCode: word });
    }
  });
});

test("the client's error codes, their classes and Google's codes are those of the table in the documentation", () => {
  const page = readFileSync(new URL("../../../docs/generated/error-codes.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (definite|transient|caller) \| (.*?) \| .+ \|$/gm)];
  expect(rows.length).toBeGreaterThan(100);
  for (const [, code = "", kind, serverCodes = ""] of rows) {
    expect.soft(errorClass(code as IdentityErrorCode), code).toBe(kind);
    for (const [, word = ""] of serverCodes.matchAll(/`([A-Z_]+)`/g))
      expect
        .soft(
          every.map((table) => clientCodeFor(word, table)),
          word,
        )
        .toContain(code);
  }
});

describe("unknown server codes", () => {
  test.each([
    ["A_WORD_GOOGLE_ADDED_LATER", 400, "unknown"],
    ["A_WORD_GOOGLE_ADDED_LATER : with a reason", 400, "unknown"],
    ["constructor", 400, "unknown"],
    ["CONSTRUCTOR", 400, "unknown"],
    ["__proto__", 400, "unknown"],
    ["weak-password", 400, "unknown"],
    ["", 400, "unknown"],
    ["TOKEN_EXPIRED", 500, "internal-error"],
    ["USER_DISABLED", 503, "internal-error"],
    ["Rate limit", 429, "too-many-requests"],
    ["API key not valid. Please pass a valid API key.", 400, "invalid-api-key"],
    ["The request is missing a valid API key.", 403, "invalid-api-key"],
    ["Requests from referer https://evil.test are blocked.", 403, "app-not-authorized"],
  ])("the server's message %j with status %i becomes the error code %s", (message, status, code) => {
    expect(errorFromMessage(message, { status }).code).toBe(code);
  });

  test("an error with an unknown server code keeps the server code for logs", () => {
    expect(errorFromMessage("A_NEW_WORD : why").serverCode).toBe("A_NEW_WORD");
    expect(errorFromMessage("A_NEW_WORD : why").detail).toBe("why");
    expect(errorFromMessage("A_NEW_WORD:why")).toMatchObject({ serverCode: "A_NEW_WORD", detail: "why" });
    expect(errorFromMessage("A : b : c").detail).toBe("A : b : c");
  });

  test("a code in the middle of the server's sentence is not taken for a server code", () => {
    const error = errorFromMessage("Please read: TOKEN_EXPIRED : why");
    expect(error).toMatchObject({ code: "unknown", detail: "Please read: TOKEN_EXPIRED : why" });
    expect(error.serverCode).toBeUndefined();
  });
});

test("an error's details keep readable text and drop possible secrets", () => {
  expect(redactDetail("Password should be at least 6 characters")).toBe(
    "Password should be at least 6 characters",
  );
  expect(redactDetail("Invalid IdP response/credential: https://a.test/cb?code=abc&state=x")).toBe(
    "Invalid IdP … …",
  );
  expect(redactDetail("token eyJhbGciOiJSUzI1NiIsImtpZCI6IjEyMyJ9.abc.def bad")).toBe("token … bad");
  expect(redactDetail("code 123456")).toBe("code …");
  expect(redactDetail("nonce a1b2c3d4e5f6a7b8c9d0 seen")).toBe("nonce … seen");
  expect(redactDetail("key abcdefghijklmnopqrstuvwxyzabcdef")).toBe("key …");
});

test("an error's details keep a word of three letters, even if it occurs in the request", () => {
  expect(redactDetail("the code is bad", { password: "badly" })).toBe("the code is bad");
  expect(redactDetail("the code is badl", { password: "badly" })).toBe("the code is …");
});

test("an error's details have at most 300 characters", () => {
  expect(redactDetail("word ".repeat(100))).toBe("word ".repeat(60));
});

test("an error's details drop every value of the request, however harmless it looks", async () => {
  const browser = createBrowser();
  browser.answerWith(() =>
    refusal("WEAK_PASSWORD : The password Hunter-two, of ada@example.com, is in a list"),
  );
  const { client } = browser.open();
  await expect(
    identity.signUp(client, { email: "ada@example.com", password: "Hunter-two" }),
  ).rejects.toMatchObject({ detail: "The password … of … is in a list" });
});

test("an error's details drop the callback URL's code when a popup's 200 response has an error message", async () => {
  const { browser, opened, answer } = setUpPopup();
  browser.answerWith(
    withProvider(() => ({ body: { errorMessage: "INVALID_IDP_RESPONSE : plaincode was used before" } })),
  );
  const outcome = await opened();
  await answer(undefined, `${CALLBACK}?state=${STATE}&code=plaincode`);
  expect(outcome.error).toMatchObject({ code: "invalid-credential", detail: "… was used before" });
});

test("only server codes about a session's own tokens are definite; unknown codes are transient", () => {
  expect([
    "user-disabled",
    "user-token-expired",
    "invalid-refresh-token",
    "invalid-user-token",
  ] as const).toSatisfy((codes: IdentityErrorCode[]) =>
    codes.every((code) => errorClass(code) === "definite"),
  );
  expect(errorClass("unknown")).toBe("transient");
  expect(errorClass("too-many-requests")).toBe("transient");
  expect(errorClass("wrong-password")).toBe("caller");
});

test("an error's message names the failed call and the code, and the error keeps its cause", () => {
  const cause = new Error("refused");
  const error = new IdentityError("timeout", { cause });
  expect(error.message).toBe("The call failed with timeout.");
  expect(error.cause).toBe(cause);
  expect(new IdentityError("weak-password", { call: "POST /a", detail: "too short" }).message).toBe(
    "POST /a failed with weak-password: too short.",
  );
});

describe("a request without a response", () => {
  const credential = { email: "ada@example.com", password: "correct-horse" };
  const origin = "http://localhost:9099";

  test("an error of local services that do not respond names their address", async () => {
    const client = identity.createIdentityClient({
      apiKey: "test-key",
      projectId: "demo-project",
      localServices: origin,
      fetch: async () => Promise.reject(new TypeError("Failed to fetch")),
    });
    await expect(identity.signInWithPassword(client, credential)).rejects.toMatchObject({
      code: "network-request-failed",
      message: expect.stringContaining(`${origin}/`),
    });
  });
});

test("a client without options is refused with a typed error", () => {
  const create = identity.createIdentityClient as () => IdentityClient;
  expect(() => create()).toThrow(expect.objectContaining({ name: "IdentityError", code: "invalid-api-key" }));
});

describe("isIdentityError", () => {
  test("isIdentityError accepts an error of this package, even of another copy of the package", () => {
    expect(isIdentityError(new IdentityError("timeout"))).toBe(true);
    const ofOtherCopy = Object.assign(new Error("timeout"), { name: "IdentityError", code: "timeout" });
    expect(isIdentityError(ofOtherCopy)).toBe(true);
  });

  test.each([
    ["an error with only the name", Object.assign(new Error("a"), { name: "IdentityError" })],
    ["an error with only a code", Object.assign(new Error("a"), { code: "timeout" })],
    ["an object that is no error", { name: "IdentityError", code: "timeout" }],
    ["nothing", undefined],
    ["null", null],
  ])("isIdentityError rejects %s", (_, value) => {
    expect(isIdentityError(value)).toBe(false);
  });
});

test("a refusal by the project's blocking function counts as the caller's error and keeps its message", () => {
  const told = "Only addresses of the council of Kingston-upon-Thames may sign up in 2026.";
  const reply = JSON.stringify({ error: { details: {}, message: told, status: "PERMISSION_DENIED" } });
  const message = `BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: ${reply}`;
  const error = errorFromMessage(message, { fields: { password: "correct-horse" }, status: 400 });
  expect(error).toMatchObject({ code: "blocking-function-error-response", detail: told });
  expect(errorClass(error.code)).toBe("caller");
  const quoting = errorFromMessage(message.replace("2026", "correct-horse"), {
    fields: { password: "correct-horse" },
  });
  expect(quoting.detail).not.toContain("correct-horse");
  expect(errorFromMessage("BLOCKING_FUNCTION_ERROR_RESPONSE : it failed").detail).toBe("it failed");
});
