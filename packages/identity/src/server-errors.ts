import { COMMON_WORDS, type IdentityErrorCode, type Words } from "./error-words.ts";
import { IdentityError } from "./errors.ts";

/** The client code of a word of the server; one that is not listed is `unknown`. */
export function codeFor(word: string, lists: readonly Words[]): IdentityErrorCode {
  const kebab = word.toLowerCase().replaceAll("_", "-");
  for (const { renamed, same } of lists) {
    const code = (Object.hasOwn(renamed, word) && renamed[word]) || same.find((listed) => listed === kebab);
    if (code) return code;
  }
  return "unknown";
}

/**
 * Details are written for people, but Google quotes the offending credential in some of them
 * (INVALID_IDP_RESPONSE repeats the whole callback URL). Whatever could be one is dropped.
 */
export const redact = (text: string): string =>
  text.replace(/\S*(?:[=&%/@{}"]|\d{4})\S*|\S{33,}/g, "…").slice(0, 300);

type Answer = { status?: number; words?: Words | undefined; retryAt?: number | undefined };

/** Reads `CODE : detail`, the form of every refusal, in an error answer or hidden in a 200. */
export function errorFromMessage(
  message: string,
  { status = 200, words = COMMON_WORDS, retryAt }: Answer = {},
): IdentityError {
  // What is no word is prose, and all of it is detail.
  const [, serverCode, detail] = /^([A-Z][A-Z_]+)(?: *: *|$)(.*)$/s.exec(message) ?? ["", undefined, message];
  const listed = serverCode ? codeFor(serverCode, [COMMON_WORDS, words]) : "unknown";
  return new IdentityError(listed === "unknown" || status > 499 ? codeOf(message, status) : listed, {
    serverCode,
    detail: redact(detail ?? "") || undefined,
    retryAt,
  });
}

/** The code of an answer whose word says nothing. */
function codeOf(message: string, status: number): IdentityErrorCode {
  // Behind a 5xx stands a broken server, whatever it says; it must not end a session.
  if (status > 499) return "internal-error";
  if (status === 429) return "too-many-requests";
  // Key problems have no word, only prose: "API key not valid.", "Requests from referer … are blocked."
  if (/api key/i.test(message)) return "invalid-api-key";
  return / are blocked/.test(message) ? "app-not-authorized" : "unknown";
}
