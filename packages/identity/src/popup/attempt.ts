import * as v from "valibot";
import { NAMESPACE } from "../lib/namespace.ts";
import { matching, parseJson, texts, tryParse } from "../lib/schema.ts";
import { ProviderId } from "../user.ts";

/** One name on the origin, because the callback page does not know projects or clients. */
export const callbackChannel = (namespace = NAMESPACE) => `${namespace}:callback`;
/** Where a popup keeps, in its own tab storage, the attempt that its answer belongs to. */
export const attemptKey = (namespace = NAMESPACE) => `${namespace}:attempt`;
/** Where a tab keeps the redirect that is under way. */
export const redirectKey = (namespace = NAMESPACE) => `${namespace}:redirect`;
/** No answer counts after this time. */
export const ATTEMPT_LIFETIME_MS = 600_000;

/** What the callback page posts. Any script of the origin could post it, so that every listener parses it. */
export const CallbackMessage = v.object({
  attempt: v.string(),
  url: v.custom<string>((url) => typeof url === "string" && URL.canParse(url)),
});

/** A redirect under way, and the generation of the session that it set out from; the callback page adds the address it was sent back to. */
export const PendingRedirect = v.object({
  purpose: v.picklist(["sign-in", "link", "reauthenticate"]),
  providerId: ProviderId,
  idpSessionId: v.string(),
  startedAt: v.number(),
  /** A path of this origin. */
  returnTo: matching(/^\/(?![/\\])[^\\\p{Cc}\s]*$/u),
  ...texts("generation", "url"),
});
export type PendingRedirect = v.InferOutput<typeof PendingRedirect>;

export const parseStored = <Schema extends v.GenericSchema>(
  schema: Schema,
  stored: string | null,
): v.InferOutput<Schema> | undefined => tryParse(schema, parseJson(stored ?? ""));
