import { errorOf, type UserDocumentError } from "./errors.ts";
import type { ListenResponse, WireDocument } from "./wire.ts";

/** The document as of one moment of the server; `null` where it does not exist. */
export type ServerState = { readonly document: WireDocument | null; readonly readTime: string };

/** What a new stream continues from: a token and the very document it belongs to, never one without the other. */
export type ResumePoint = { readonly resumeToken: string; readonly document: WireDocument | null };

/** The one target of a stream, half-way between two consistent states. */
export type Target = ResumePoint & { readonly isCurrent: boolean };

export type TargetOutcome =
  | { readonly type: "snapshot"; readonly state: ServerState; readonly resumePoint: ResumePoint }
  /** The server ended the target or the stream. */
  | { readonly type: "ended"; readonly error: UserDocumentError }
  /** The server counts a document that this client was never sent: only a listen from scratch brings it. */
  | { readonly type: "out-of-step" };

export const newTarget = (from: ResumePoint | null): Target => ({
  resumeToken: from?.resumeToken ?? "",
  document: from?.document ?? null,
  isCurrent: false,
});

/**
 * One message of the server, applied. Documents accumulate silently; a state exists only at a global snapshot (a
 * target change without target ids but with a read time, once the target is current). Nothing heard until then
 * and nothing held means that the document does not exist.
 * @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#targetchange
 */
export const applyMessage = (target: Target, message: ListenResponse): [Target, TargetOutcome?] => {
  const { targetChange, documentChange, filter, error } = message;
  if (error) return [target, { type: "ended", error: errorOf("listen", error) }];
  if (documentChange) {
    // No target may keep it: it left the view although it was told.
    const left = documentChange.removedTargetIds.length > 0 && documentChange.targetIds.length === 0;
    return [{ ...target, document: left ? null : documentChange.document }];
  }
  if (message.documentDelete || message.documentRemove) return [{ ...target, document: null }];
  if (filter) {
    if (filter.count === 0) return [{ ...target, document: null }];
    return target.document ? [target] : [target, { type: "out-of-step" }];
  }
  if (!targetChange) return [target];

  const { targetChangeType: change, targetIds, readTime, cause } = targetChange;
  if (change === "REMOVE")
    return [target, { type: "ended", error: errorOf("listen", cause ?? { status: "UNAVAILABLE" }) }];

  const next: Target = {
    resumeToken: targetChange.resumeToken || (change === "RESET" ? "" : target.resumeToken),
    document: change === "RESET" ? null : target.document,
    isCurrent: change === "CURRENT" || (target.isCurrent && change !== "RESET"),
  };
  const isSnapshot = next.isCurrent && targetIds.length === 0 && readTime !== undefined;
  if (!isSnapshot) return [next];
  const { resumeToken, document } = next;
  return [next, { type: "snapshot", state: { document, readTime }, resumePoint: { resumeToken, document } }];
};
