import { recordAfter } from "../../../identity/src/session/exchange.ts";
import { transition as session } from "../../../identity/src/session/lifecycle.ts";
import { transition as stream } from "../../src/stream.ts";

/** The pure functions of both clients, and the rules of the code between them, as switches for seeded faults. */
const RULES = {
  /** The site disposes the document when its user is no longer signed in. */
  endsDocuments: true,
  /** The document's callers share one forced refresh. */
  sharesForcing: true,
  /** A rejected token is remembered. */
  remembersRejections: true,
};
export type Rules = Record<keyof typeof RULES, boolean>;

export const machine = {
  session,
  recordAfter,
  stream,
  rules: RULES as Rules,
};
export type Machine = typeof machine;
