import * as v from "valibot";
import { asUserDocumentError, errorOf, type Operation, UserDocumentError } from "./errors.ts";
import { type Platform, withDeadline } from "./platform.ts";
import { BatchGetResponse, CommitResponse, ErrorEnvelope, type WireDocument } from "./wire.ts";

/** Firestore's own clients give a single call this long. */
const CALL_DEADLINE_MS = 15_000;
const TOKEN_DEADLINE_MS = 30_000;

/** Where the document lives and who asks for it. */
export type Place = {
  readonly url: string;
  /** `projects/{project}/databases/(default)` */
  readonly database: string;
  /** `{database}/documents/users/{uid}` */
  readonly documentName: string;
  readonly apiKey: string | undefined;
  readonly getIdToken: (options: { forceRefresh: boolean }) => Promise<string>;
};

/** One entry of a commit, as the wire has it. */
export type Write = { readonly [member: string]: unknown };

/** The refusal in an answer's body, or `unavailable` where something else than Firestore answered. */
export const refusalOf = (operation: Operation, body: unknown): UserDocumentError => {
  const envelope = v.safeParse(ErrorEnvelope, body);
  return envelope.success
    ? errorOf(operation, { status: envelope.output.error.status })
    : new UserDocumentError(operation, "unavailable");
};

/** Asks for an ID token; whatever goes wrong there is no verdict about the document. */
export const idTokenOf = async (
  platform: Platform,
  place: Place,
  operation: Operation,
  forceRefresh: boolean,
  signal?: AbortSignal,
): Promise<string> => {
  try {
    return await withDeadline(platform, TOKEN_DEADLINE_MS, signal, () => place.getIdToken({ forceRefresh }));
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new UserDocumentError(operation, "token-unavailable", { cause });
  }
};

/** The two unary calls this package makes. */
export const createRest = (platform: Platform, place: Place, ended: AbortSignal) => {
  const call = async (operation: Operation, method: string, body: unknown, idToken: string) =>
    withDeadline(platform, CALL_DEADLINE_MS, ended, async (signal) => {
      const key = place.apiKey ? `?key=${encodeURIComponent(place.apiKey)}` : "";
      const response = await platform.fetch(`${place.url}/v1/${place.database}/documents:${method}${key}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        credentials: "omit",
        signal,
      });
      const answer: unknown = await response.json().catch((cause: unknown) => {
        throw new UserDocumentError(operation, "unavailable", { cause });
      });
      if (!response.ok) throw refusalOf(operation, answer);
      return answer;
    });

  /** A token that the server calls expired is renewed once; a second refusal is the caller's to hear. */
  const callWithToken = async (operation: Operation, method: string, body: unknown): Promise<unknown> => {
    try {
      const isRefused = (error: unknown) =>
        error instanceof UserDocumentError && error.code === "unauthenticated";
      const token = (forceRefresh: boolean) => idTokenOf(platform, place, operation, forceRefresh, ended);
      try {
        return await call(operation, method, body, await token(false));
      } catch (error) {
        if (!isRefused(error)) throw error;
        return await call(operation, method, body, await token(true));
      }
    } catch (error) {
      throw asUserDocumentError(operation, error);
    }
  };

  const parse = <T>(operation: Operation, schema: v.GenericSchema<unknown, T>, answer: unknown): T => {
    const parsed = v.safeParse(schema, answer);
    if (!parsed.success) throw new UserDocumentError(operation, "unavailable");
    return parsed.output;
  };
  return {
    /**
     * Reads by `batchGet`, not by a plain get: it tells as of when, so that the answer can be ordered against the
     * stream, and an absent document is an answer instead of a 404 in the browser's console.
     */
    read: async (): Promise<{ document: WireDocument | null; readTime: string }> => {
      const answer = await callWithToken("read", "batchGet", { documents: [place.documentName] });
      const [{ found, readTime }] = parse("read", BatchGetResponse, answer);
      return { document: found, readTime };
    },
    commit: async (write: Write): Promise<void> => {
      parse("write", CommitResponse, await callWithToken("write", "commit", { writes: [write] }));
    },
  };
};
export type Rest = ReturnType<typeof createRest>;
