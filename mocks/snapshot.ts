import * as v from "valibot";
import { FailureScript } from "./failures/script.ts";
import { KeysSnapshot } from "./identity-toolkit/keys.ts";
import { IdentitySnapshot } from "./identity-toolkit/state.ts";
import { Message } from "./outbox.ts";

/** Everything a set of local services remembers, as plain data: for tests, for the disk, for a colleague's bug report. */
export const Snapshot = v.object({
  version: v.literal(1),
  projectId: v.string(),
  identity: IdentitySnapshot,
  keys: KeysSnapshot,
  clock: v.object({
    offset: v.number(),
    frozenAt: v.nullable(v.number()),
    skew: v.number(),
    version: v.number(),
  }),
  failures: v.array(
    v.object({ id: v.string(), script: FailureScript, seen: v.number(), applied: v.number() }),
  ),
  outbox: v.array(Message),
  random: v.optional(v.number()),
  /** By the name of the extension. */
  extensions: v.record(v.string(), v.unknown()),
});
export type Snapshot = v.InferOutput<typeof Snapshot>;
