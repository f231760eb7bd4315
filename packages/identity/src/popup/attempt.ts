import * as v from "valibot";
import { matching, parseJson, texts, tryParse } from "../lib/schema.ts";

/** One name on the origin, since the callback page knows nothing of projects or clients. */
export const CALLBACK_CHANNEL = "tallybin-identity:callback";
/** Where a popup keeps, in its own tab storage, whose answer it will bring. */
export const ATTEMPT_KEY = "tallybin-identity:attempt";
/** Where a tab keeps the redirect it has set out on. */
export const REDIRECT_KEY = "tallybin-identity:redirect";
/** After this an answer belongs to nobody any more. */
export const ATTEMPT_LIFETIME_MS = 600_000;

/** What the callback page posts: any script of the origin could, so whoever listens parses. */
export const CallbackMessage = v.object({
  attempt: v.string(),
  url: v.custom<string>((url) => typeof url === "string" && URL.canParse(url)),
});

/** A redirect under way, and who was signed in when it set out; the callback page adds the address it was sent back to. */
export const PendingRedirect = v.object({
  purpose: v.picklist(["sign-in", "link", "reauthenticate"]),
  providerId: v.string(),
  idpSessionId: v.string(),
  startedAt: v.number(),
  /** A path of this origin. */
  returnTo: matching(/^\/(?![/\\])[^\\\p{Cc}\s]*$/u),
  ...texts("uid", "url"),
});
export type PendingRedirect = v.InferOutput<typeof PendingRedirect>;

export const parseStored = <Schema extends v.GenericSchema>(
  schema: Schema,
  stored: string | null,
): v.InferOutput<Schema> | undefined => tryParse(schema, parseJson(stored ?? ""));
