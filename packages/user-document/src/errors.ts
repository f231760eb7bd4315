/** The words of `google.rpc.Code`; the position is the number that a stream sends instead of the word. */
const RPC_CODES = [
  "ok",
  "cancelled",
  "unknown",
  "invalid-argument",
  "deadline-exceeded",
  "not-found",
  "already-exists",
  "permission-denied",
  "resource-exhausted",
  "failed-precondition",
  "aborted",
  "out-of-range",
  "unimplemented",
  "internal",
  "unavailable",
  "data-loss",
  "unauthenticated",
] as const;

/**
 * Everything that can go wrong, closed so that a table over it can be total. The first part are Firestore's
 * own words; `network-failed` (nothing answered), `token-unavailable` (the callback gave no ID token) and
 * `malformed-document` (stored data that the schema refuses) are this client's.
 */
export type UserDocumentErrorCode =
  | Exclude<(typeof RPC_CODES)[number], "ok">
  | "network-failed"
  | "token-unavailable"
  | "malformed-document";

const PERMANENT: readonly UserDocumentErrorCode[] = [
  "invalid-argument",
  "not-found",
  "already-exists",
  "permission-denied",
  "failed-precondition",
  "out-of-range",
  "unimplemented",
  "data-loss",
  "malformed-document",
];

/**
 * The one error of this package. Branch on `code`, or on `isPermanent` where only "is trying again of any
 * use" matters. The server's prose is not repeated: it may quote what it was sent.
 */
export class UserDocumentError extends Error {
  declare readonly code: UserDocumentErrorCode;
  /** Whether the same call would be refused again; a transient failure is worth repeating. */
  declare readonly isPermanent: boolean;

  constructor(code: UserDocumentErrorCode, cause?: unknown) {
    super(`document: ${code}`, { cause });
    this.name = "UserDocumentError";
    this.code = code;
    this.isPermanent = PERMANENT.includes(code);
  }
}

/** What a server said of a failure: its word over REST (`PERMISSION_DENIED`), its number in a stream. */
export type ServerStatus = { status?: string | undefined; code?: number | undefined };

/** A word or number that Firestore does not document becomes `internal`, as in its own clients. */
export const errorOf = ({ status, code }: ServerStatus): UserDocumentError => {
  const word = status?.toLowerCase().replaceAll("_", "-");
  const known = RPC_CODES.find((name, number) => (word ? name === word : number === code));
  return new UserDocumentError(!known || known === "ok" ? "internal" : known);
};

/**
 * Gives any thrown value the form that callers can branch on: `fetch` throws a TypeError where nothing answered,
 * and everything else is an answer that could not be read, a proxy's page of HTML for instance.
 */
export const asUserDocumentError = (cause: unknown): UserDocumentError =>
  cause instanceof UserDocumentError
    ? cause
    : new UserDocumentError(cause instanceof TypeError ? "network-failed" : "unavailable", cause);
