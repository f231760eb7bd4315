import { matching, Numeric, oneOf, parseJson, Text, texts, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { ProviderId } from "../user.ts";
import { RETURN_PATH } from "./callback.ts";

/** The callback page's message. Any script of the origin could post it, so every listener parses it. */
export const CallbackMessage = v.object({
  attempt: Text,
  url: v.custom<string>((url) => typeof url === "string" && URL.canParse(url)),
  ...texts("posted"),
});

/**
 * A redirect in progress, and the generation of the session at its start. The callback page adds the address that it
 * was opened at.
 */
export const PendingRedirect = v.object({
  purpose: oneOf(["sign-in", "link", "reauthenticate"]),
  providerId: ProviderId,
  idpSessionId: Text,
  startedAt: Numeric,
  returnTo: matching(RETURN_PATH),
  ...texts("generation", "url", "posted"),
});
export type PendingRedirect = v.InferOutput<typeof PendingRedirect>;

export const parseStored = <Output>(schema: v.Schema<Output>, stored: string | null): Output | undefined =>
  tryParse(schema, parseJson(stored ?? ""));
