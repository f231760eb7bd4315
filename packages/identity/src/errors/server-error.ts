import { IdentityError, type IdentityErrorCode } from "./identity-error.ts";
import { COMMON_CODES, type ServerCodes } from "./server-codes.ts";

/** The project's blocking function has refused the sign-up or the sign-in. Its message is for the customer. */
const BLOCKED = "blocking-function-error-response";

/** The lines of a table: each server code, in lower case with dashes, and its client code. */
export const codePairsOf = (table: ServerCodes) =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [server = "", client = server] = line.split(":");
      return { server, client: client as IdentityErrorCode };
    });

/** The client code of a server code; `undefined` for one that the tables do not list. */
export function clientCodeFor(serverCode: string, tables: ServerCodes): IdentityErrorCode | undefined {
  const name = serverCode.toLowerCase().replaceAll("_", "-");
  const [line, code = name] = tables.match(`\n${name}(?::(.*))?\n`) ?? [];
  return line ? (code as IdentityErrorCode) : undefined;
}

/**
 * Google writes details for people, but quotes the credential in some (INVALID_IDP_RESPONSE repeats the whole
 * callback URL). This drops each part that looks like a secret or that occurs in the request.
 * @param isGoogles false for a text of the project's own function, which quotes no credential by itself
 */
export function redactDetail(text: string, request: object = {}, isGoogles = true): string {
  const sent = JSON.stringify(Object.values(request));
  const isSecretWord = (word: string) =>
    (isGoogles && /[=&%/@{}"]|\d{4}|.{20}/.test(word)) ||
    word.split(/[^\w-]/).some((part) => part.length > 3 && sent.includes(part));
  return text.replace(/\S+/g, (word) => (isSecretWord(word) ? "…" : word)).slice(0, 300);
}

type Context = {
  /** The endpoint's tables beside the common one. */
  codes?: ServerCodes | undefined;
  /** The fields of the request; the error's detail omits their values. */
  fields?: object | undefined;
  status?: number | undefined;
  retryAt?: number | undefined;
  call?: string;
};

/** Parses `CODE : detail`, the form of every refusal, in an error response or hidden in a 200. */
export function errorFromMessage(
  message: string,
  { codes = "", fields, status = 200, retryAt, call }: Context = {},
): IdentityError {
  // A text without a code is prose, so all of it is the detail.
  const [, serverCode, detail = message] = /^([A-Z][A-Z_]+)(?: *: *|$)(.*)/s.exec(message) ?? [];
  // A 5xx means a broken server, whatever code it sends. It must not end a session.
  const code =
    status >= 500 ? "internal-error" : serverCode && clientCodeFor(serverCode, COMMON_CODES + codes);
  // The function's JSON is quoted in the detail.
  const sentence = code === BLOCKED ? /"message": ?("(?:[^"\\]|\\.)*")/.exec(detail)?.[1] : undefined;
  return new IdentityError(code || codeOfStatus(message, status), {
    serverCode,
    detail: redactDetail(sentence ? JSON.parse(sentence) : detail, fields, !sentence) || undefined,
    retryAt,
    call: call && `${call} (status ${status})`,
  });
}

/** The client code of a response without a listed server code. */
function codeOfStatus(message: string, status: number): IdentityErrorCode {
  if (status === 429) return "too-many-requests";
  // Errors about the API key have no code, only prose: "API key not valid.", "Requests from referer … are blocked."
  if (/api key/i.test(message)) return "invalid-api-key";
  return / are blocked/.test(message) ? "app-not-authorized" : "unknown";
}
