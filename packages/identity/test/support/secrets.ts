import { afterEach, expect } from "vitest";
import * as index from "../../src/index.ts";
import * as passkeyIndex from "../../src/passkey/index.ts";

/** Wire fields with secrets, which only the client and the server may see. */
const SECRET_FIELDS =
  /^(id_?token|refresh_?token|access_?token|oauth\w*(token|secret)|password|newPassword|code|verificationCode|oobCode|sessionInfo|temporaryProof|mfaPendingCredential|pendingToken|postBody|token|sharedSecretKey|recaptchaToken|sessionId)$/i;

/** Fields with a whole URL, including a provider's response in its query or fragment. */
const URL_FIELDS = /^(requestUri|url)$/;

const secrets = new Set<string>();
const said: string[] = [];

/** Collects from all traffic the values that must not appear anywhere else. */
export function learnSecrets(value: unknown, field = ""): void {
  if (typeof value === "string" && SECRET_FIELDS.test(field) && value.length >= 6) secrets.add(value);
  if (typeof value === "string" && URL_FIELDS.test(field) && URL.canParse(value)) {
    const { searchParams, hash } = new URL(value);
    for (const [name, inner] of [...searchParams, ...new URLSearchParams(hash.slice(1))]) {
      learnSecrets(inner, /^(state|code|oauth_verifier)$/.test(name) ? "code" : name);
    }
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) learnSecrets(inner, key);
}

/** All text of an error: message, stack and every property, through all causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.getOwnPropertyNames(error).map((name) => `${name}=${String(Reflect.get(error, name))}`);
  return [error.message, error.stack, ...own, error.cause ? describe(error.cause) : ""].join("\n");
}

export const hear = (what: unknown): void => {
  said.push(what instanceof Error ? describe(what) : JSON.stringify(what));
};

type Callable = (...input: unknown[]) => unknown;
const isFunction = (value: unknown): value is Callable =>
  typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));

const listen =
  (call: Callable): Callable =>
  (...input) => {
    try {
      const result = call(...input);
      if (result instanceof Promise) result.catch(hear);
      return result;
    } catch (error) {
      hear(error);
      throw error;
    }
  };

const heard = <Door extends object>(door: Door): Door =>
  Object.fromEntries(
    Object.entries(door).map(([name, value]) => [name, isFunction(value) ? listen(value) : value]),
  ) as Door;

/** The package as applications use it. Every thrown error is kept for the search at the end of each test. */
export const identity = heard(index);
/** The `passkey` entry point. Every thrown error is kept too. */
export const passkey = heard(passkeyIndex);

/** No event, error or log line of any test holds a token, a password or a code. */
afterEach(() => {
  const text = said.join("\n");
  for (const secret of secrets) {
    expect(text.includes(secret), `a secret of ${secret.length} characters was shown`).toBe(false);
  }
  secrets.clear();
  said.length = 0;
});
