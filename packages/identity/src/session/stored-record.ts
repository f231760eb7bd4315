import * as v from "valibot";
import { SignOutReason } from "../errors/sign-out-reason.ts";
import { tryParse } from "../lib/schema.ts";
import { Retry } from "./retry.ts";
import { Session } from "./session.ts";

/** All that one browser keeps, under one key, so that every change is one atomic step. */
const Stored = v.object({
  version: v.picklist([1]),
  session: v.optional(Session),
  signedOut: v.optional(SignOutReason),
  retry: v.optional(Retry),
  forced: v.optional(Retry),
});

/** The version is added where the record is written. */
export type StoredRecord = {
  readonly session?: Session | undefined;
  readonly signedOut?: SignOutReason | undefined;
  readonly retry?: Retry | undefined;
  /** The last refresh that a caller forced, or a refused token: the next one waits until its `retryAt`, in all tabs. */
  readonly forced?: Retry | undefined;
  /** A value in a format that this version does not know. It stays where it is until the next sign-in or sign-out. */
  readonly setAside?: unknown;
};

/** Stored values are input: another version of this code, an extension or a crash may have written them. */
export const parseRecord = (stored: unknown): StoredRecord =>
  tryParse(Stored, stored ?? { version: 1 }) ?? { setAside: stored };

/** The same, where a record of an older version gets the generation that it lacks: one that all tabs agree on. */
export function parseSession(stored: unknown): StoredRecord {
  const record = parseRecord(stored);
  const { session } = record;
  return session && !session.generation
    ? { ...record, session: { ...session, generation: session.user.uid } }
    : record;
}

/** Which session a record holds: the empty text stands for none. */
export const generationOf = ({ session }: StoredRecord): string => session?.generation ?? "";
