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

const TRANSIENT: readonly UserDocumentErrorCode[] = [
  "cancelled",
  "unknown",
  "deadline-exceeded",
  "resource-exhausted",
  "internal",
  "unavailable",
  "unauthenticated",
  "network-failed",
  "token-unavailable",
];

/** What the failed call was for: contention ends a listen for good, but a write may simply be tried again. */
export type Operation = "read" | "write" | "listen";

/**
 * The one error of this package. Branch on `code`, or on `isPermanent` where only "is trying again of any
 * use" matters. The server's prose is not repeated: it may quote what it was sent.
 */
export class UserDocumentError extends Error {
  override readonly name = "UserDocumentError";
  readonly code: UserDocumentErrorCode;
  readonly operation: Operation;
  /** The server's own word, `PERMISSION_DENIED`: for logs, never for branching. */
  readonly serverCode: string | undefined;

  constructor(
    operation: Operation,
    code: UserDocumentErrorCode,
    options?: ErrorOptions & { serverCode?: string | undefined },
  ) {
    super(`The ${operation} of the user document failed: ${options?.serverCode ?? code}`, options);
    this.operation = operation;
    this.code = code;
    this.serverCode = options?.serverCode;
  }

  /** Whether the same call would be refused again; a transient failure is worth repeating. */
  get isPermanent(): boolean {
    return !TRANSIENT.includes(this.code) && !(this.code === "aborted" && this.operation === "write");
  }
}

/** What a server said of a failure: its word over REST, its number in a stream. */
export type ServerStatus = { status?: string | undefined; code?: number | undefined };

/** A word or number that Firestore does not document becomes `internal`, as in its own clients. */
export const errorOf = (operation: Operation, { status, code }: ServerStatus): UserDocumentError => {
  // Only something shaped like a code is kept; whatever else stands there might be an echo of the request.
  const serverCode = /^[A-Z_]{1,40}$/.exec(status ?? "")?.[0];
  const word = serverCode?.toLowerCase().replaceAll("_", "-");
  const known = RPC_CODES.find((name, number) => (word === undefined ? number === code : name === word));
  return new UserDocumentError(operation, !known || known === "ok" ? "internal" : known, { serverCode });
};

/** Gives any thrown value the form that callers can branch on; what is no word of the server is a cut line. */
export const asUserDocumentError = (operation: Operation, cause: unknown): UserDocumentError => {
  if (!(cause instanceof UserDocumentError))
    return new UserDocumentError(operation, "network-failed", { cause });
  const { code, serverCode } = cause;
  return cause.operation === operation ? cause : new UserDocumentError(operation, code, { serverCode });
};
