import * as v from "valibot";
import { LATEST_MS } from "../core/clock.ts";
import { Message } from "../core/outbox.ts";
import type { ServiceContext } from "../core/service-context.ts";
import { FailureScript } from "../failures/script.ts";
import { StoreSnapshot } from "../firestore/documents/store.ts";
import { IdentityData, type IdentityState } from "../identity-toolkit/state/state.ts";
import { KeysSnapshot } from "../identity-toolkit/tokens/keys.ts";
import { SheetsSnapshot } from "../product-api/sheets.ts";

const ms = v.pipe(v.number(), v.minValue(-2 * LATEST_MS), v.maxValue(2 * LATEST_MS));

/** The whole state of a set of local services, as plain data: for tests, for a file, for a bug report. */
export const Snapshot = v.object({
  version: v.literal(2),
  projectId: v.string(),
  identity: IdentityData,
  keys: KeysSnapshot,
  clock: v.object({
    offset: ms,
    frozenAt: v.nullable(ms),
    skew: ms,
    version: v.number(),
  }),
  failures: v.array(
    v.object({ id: v.string(), script: FailureScript, seen: v.number(), applied: v.number() }),
  ),
  outbox: v.array(Message),
  random: v.optional(v.number()),
  sheets: SheetsSnapshot,
  extensions: v.object({ firestore: v.optional(StoreSnapshot) }),
});
type Parsed = v.InferOutput<typeof Snapshot>;
export type Snapshot = Omit<Parsed, "identity"> & { identity: ReturnType<IdentityState["snapshot"]> };

export const takeSnapshot = (context: ServiceContext): Snapshot => ({
  version: 2,
  projectId: context.projectId,
  identity: context.identity.snapshot(),
  keys: context.keys.snapshot(),
  clock: context.clock.reading(),
  failures: structuredClone(context.failures.list()),
  outbox: structuredClone(context.outbox.list().reverse()),
  random: context.random.state(),
  sheets: context.sheets.snapshot(),
  extensions: { firestore: context.documents.store.snapshot() },
});

/** Replaces the snapshot's project name by this project's in all data. */
const moveToProject = (projectId: string, { projectId: from, extensions }: Parsed): Parsed["extensions"] => {
  if (from === projectId) return extensions;
  const text = JSON.stringify(extensions);
  return v.parse(
    Snapshot.entries.extensions,
    JSON.parse(text.replaceAll(`"projects/${from}/`, `"projects/${projectId}/`)),
  );
};

/**
 * Restores everything. A snapshot of another project gets this project's name. @throws {v.ValiError} if it is
 * not a snapshot of this version; nothing has then changed
 */
export function restoreSnapshot(context: ServiceContext, input: unknown): void {
  const snapshot = v.parse(Snapshot, input);
  const { firestore } = moveToProject(context.projectId, snapshot);
  context.identity.restore(snapshot.identity);
  context.keys.restore(snapshot.keys);
  context.clock.restore(snapshot.clock);
  context.failures.clear();
  context.failures.restore(snapshot.failures);
  context.outbox.restore(snapshot.outbox);
  context.limits.reset();
  context.sheets.restore(snapshot.sheets);
  if (snapshot.random !== undefined) context.random.restore(snapshot.random);
  if (firestore) context.documents.store.restore(firestore);
  else context.documents.reset();
  context.changed();
}

/** Returns to the first state, also of the seed. Keeps the signing keys, because making new ones takes time. */
export function resetServices(context: ServiceContext): void {
  context.identity.clear();
  context.clock.reset();
  context.failures.clear();
  context.outbox.clear();
  context.log.clear();
  context.events.clear();
  context.sheets.clear();
  context.limits.reset();
  context.random.reset();
  context.documents.reset();
  context.changed();
}
