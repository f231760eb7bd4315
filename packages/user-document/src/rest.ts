import * as v from "valibot";
import { databaseOf, documentNameOf, type Environment, withDeadline } from "./environment.ts";
import { errorOfStatus, toUserDocumentError, type UserDocumentError } from "./errors.ts";
import type { ServerState } from "./target.ts";
import { BatchGetResponse, CommitResponse, ErrorEnvelope } from "./wire.ts";

/** The timeout of a single call in Firestore's own clients. */
const CALL_DEADLINE_MS = 15_000;

/** The refusal in a response's body. Throws if something other than Firestore responded. */
export const parseRefusal = (body: unknown): UserDocumentError =>
  errorOfStatus(v.parse(ErrorEnvelope, [body].flat()[0]).error);

/** Repeats the call once if the server rejects the token; the caller gets a second rejection. */
const callFirestore = <T>(
  env: Environment,
  ended: AbortSignal,
  [method, body]: [method: string, body: unknown],
  schema: v.GenericSchema<unknown, T>,
): Promise<T> => {
  const sendCall = async (isLast: boolean): Promise<T> => {
    const authorization = await env.authorize(ended);
    try {
      const url = `${env.url}/v1/${databaseOf(env)}/documents:${method}`;
      return await withDeadline(env, CALL_DEADLINE_MS, ended, async (signal) => {
        const init = { method: "POST", body: JSON.stringify(body), signal };
        const response = await authorization.fetch(url, init);
        const answer: unknown = await response.json();
        if (!response.ok) throw parseRefusal(answer);
        return v.parse(schema, answer);
      });
    } catch (cause) {
      const error = toUserDocumentError(cause);
      if (error.code !== "unauthenticated") throw error;
      authorization.reject();
      if (isLast) throw error;
      return sendCall(true);
    }
  };
  return sendCall(false);
};

/** `batchGet` returns the read time, and an absent document as a result instead of a 404 in the console. */
export const readDocument = async (env: Environment, ended: AbortSignal): Promise<ServerState> => {
  const body = { documents: [documentNameOf(env)] };
  return (await callFirestore(env, ended, ["batchGet", body], BatchGetResponse))[0];
};

export const commitWrite = async (env: Environment, ended: AbortSignal, write: object): Promise<string> =>
  (await callFirestore(env, ended, ["commit", { writes: [write] }], CommitResponse)).commitTime;
