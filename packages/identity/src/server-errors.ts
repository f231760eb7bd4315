import { COMMON_WORDS, type IdentityErrorCode, type Words } from "./error-words.ts";
import { IdentityError } from "./errors.ts";

/** The client code of a word of the server; `undefined` for one that is not listed. */
export function codeFor(word: string, words: Words): IdentityErrorCode | undefined {
  for (const listed of words.split(/\s+/)) {
    const [name, code = name] = listed.split(":");
    if (name === word.toLowerCase().replaceAll("_", "-")) return code as IdentityErrorCode;
  }
  return undefined;
}

/**
 * Details are written for people, but Google quotes the offending credential in some of them
 * (INVALID_IDP_RESPONSE repeats the whole callback URL). Whatever could be one is dropped.
 */
export const redact = (text: string): string =>
  text.replace(/\S*(?:[=&%/@{}"]|\d{4})\S*|\S{33,}/g, "…").slice(0, 300);

/** Reads `CODE : detail`, the form of every refusal, in an error answer or hidden in a 200. */
export function errorFromMessage(
  message: string,
  status = 200,
  words: Words = "",
  retryAt?: number,
): IdentityError {
  // What is no word is prose, and all of it is detail.
  const [, serverCode, detail = message] = /^([A-Z][A-Z_]+)(?: *: *|$)(.*)$/s.exec(message) ?? [];
  // Behind a 5xx stands a broken server, whatever it says; it must not end a session.
  const code =
    status > 499 ? "internal-error" : serverCode && codeFor(serverCode, `${COMMON_WORDS} ${words}`);
  return new IdentityError(code || codeOf(message, status), {
    serverCode,
    detail: redact(detail) || undefined,
    retryAt,
  });
}

/** The code of an answer whose word says nothing. */
function codeOf(message: string, status: number): IdentityErrorCode {
  if (status === 429) return "too-many-requests";
  // Key problems have no word, only prose: "API key not valid.", "Requests from referer … are blocked."
  if (/api key/i.test(message)) return "invalid-api-key";
  return / are blocked/.test(message) ? "app-not-authorized" : "unknown";
}
