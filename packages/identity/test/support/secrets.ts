import { afterEach, expect } from "vitest";
import * as index from "../../src/index.ts";
import * as passkeyIndex from "../../src/passkey/index.ts";

/** Fields of the wire whose values nobody but the two ends may ever see. */
const SECRET_FIELDS =
  /^(id_?token|refresh_?token|access_?token|oauth\w*(token|secret)|password|newPassword|code|verificationCode|oobCode|sessionInfo|temporaryProof|mfaPendingCredential|pendingToken|postBody|token|sharedSecretKey|recaptchaToken|sessionId)$/i;

/** Fields that hold a whole URL, with a provider's answer in its query or fragment. */
const URL_FIELDS = /^(requestUri|url)$/;

const secrets = new Set<string>();
const said: string[] = [];

/** Learns from everything that crosses the wire what must not be found anywhere else. */
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

/** Everything an error shows: message, stack and every property, down the chain of causes. */
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

/** The package as its users see it; whatever it throws is kept for the search at the end of each test. */
export const identity = heard(index);
/** The same of its second door. */
export const passkey = heard(passkeyIndex);

/** Nothing emitted, thrown or logged in any test holds a token, a password or a code. */
afterEach(() => {
  const text = said.join("\n");
  for (const secret of secrets) {
    expect(text.includes(secret), `a secret of ${secret.length} characters was shown`).toBe(false);
  }
  secrets.clear();
  said.length = 0;
});
