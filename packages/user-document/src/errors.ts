import * as v from "valibot";
import type { ServerError } from "./wire.ts";

/** The names of `google.rpc.Code`; the index is the number that a stream sends instead. */
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

/** Firestore's codes, with those of the network, of the callback for ID tokens and of data that the schema refuses. */
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

/** The one error of this package. Branch on `code` or `isPermanent`. The server's prose may quote the request. */
export class UserDocumentError extends Error {
  declare readonly code: UserDocumentErrorCode;
  /** Whether the same call would be refused again; a transient failure is worth a retry. */
  declare readonly isPermanent: boolean;

  constructor(code: UserDocumentErrorCode, cause?: unknown) {
    super(`document: ${code}`, { cause });
    this.name = "UserDocumentError";
    this.code = code;
    this.isPermanent = PERMANENT.includes(code);
  }
}

/**
 * The server's code for a failure: its name over REST (`PERMISSION_DENIED`), its number in a stream. An undocumented one
 * becomes `internal`, as in Firestore's own clients.
 */
export const errorOfStatus = ({ status, code }: v.InferOutput<typeof ServerError>): UserDocumentError => {
  const word = status?.toLowerCase().replaceAll("_", "-");
  const known = RPC_CODES.find((name, number) => (word ? name === word : number === code));
  return new UserDocumentError(!known || known === "ok" ? "internal" : known);
};

/** What a log may print of a thrown value. A parser's error quotes its input, so only the places remain of it. */
export const causeOf = (thrown: unknown): unknown => {
  if (thrown instanceof TypeError) return thrown;
  return v.isValiError(thrown) ? thrown.issues.map((issue) => v.getDotPath(issue)) : Object(thrown).name;
};

/** Any thrown value as this package's error. `fetch` throws a TypeError when there is no response. */
export const toUserDocumentError = (cause: unknown): UserDocumentError =>
  cause instanceof UserDocumentError
    ? cause
    : new UserDocumentError(cause instanceof TypeError ? "network-failed" : "unavailable", causeOf(cause));
