import * as v from "valibot";
import { errorOfStatus, UserDocumentError } from "./errors.ts";
import { ListenResponse, type WireDocument } from "./wire.ts";

/** The document at one moment of the server; without a document if it does not exist. */
export type ServerState = { readonly found?: WireDocument | undefined; readonly readTime: string };

/** Where a new stream continues: a token and its document, never one without the other. */
export type ResumePoint = { readonly token?: string | undefined; readonly found?: WireDocument | undefined };

/**
 * The one target of a stream, fed message by message. Documents accumulate silently; a state exists only at a global
 * snapshot (a target change without target ids but with a read time, once the target is current). Only then is one
 * returned, with its resume point. If no document was received or held until then, it does not exist. Throws when the
 * server ends the target or the stream.
 * @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#targetchange
 */
export const createTarget = ({ token, found }: ResumePoint) => {
  let isCurrent = false;
  return (message: unknown): (ServerState & ResumePoint) | undefined => {
    const { targetChange, documentChange, documentDelete, documentRemove, filter, error } = v.parse(
      ListenResponse,
      message,
    );
    if (error) throw errorOfStatus(error);
    // A document that is sent without the target's ID no longer matches the target.
    if (documentChange) found = documentChange.targetIds[0] ? documentChange.document : undefined;
    if (documentDelete || documentRemove || filter?.count === 0) found = undefined;
    // The server counts a document that it has never sent. Only a new listen returns it.
    if (filter?.count && !found) throw new UserDocumentError("data-loss");
    if (!targetChange) return undefined;

    const { targetChangeType: change, targetIds, resumeToken, readTime, cause } = targetChange;
    if (change === "REMOVE") throw errorOfStatus(cause ?? { status: "UNAVAILABLE" });
    if (change === "RESET") token = found = undefined;
    if (change === "RESET" || change === "CURRENT") isCurrent = change === "CURRENT";
    token = resumeToken || token;
    return isCurrent && !targetIds[0] && readTime ? { found, readTime, token } : undefined;
  };
};
