import * as v from "valibot";
import { FailureScript } from "./failures/script.ts";
import { KeysSnapshot } from "./identity-toolkit/keys.ts";
import { IdentitySnapshot } from "./identity-toolkit/state.ts";
import { Message } from "./outbox.ts";
import type { World } from "./world.ts";

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

/** Everything as it is now. */
export const takeSnapshot = (world: World): Snapshot => ({
  version: 1,
  projectId: world.projectId,
  identity: world.identity.snapshot(),
  keys: world.keys.snapshot(),
  clock: world.clock.reading(),
  failures: structuredClone(world.failures.list()),
  outbox: structuredClone(world.outbox.list().reverse()),
  random: world.random.state(),
  extensions: Object.fromEntries(world.joined.map(({ name, snapshot }) => [name, snapshot()])),
});

/** Puts everything back. @throws {v.ValiError} when it is no snapshot of this version; nothing has changed then */
export function restoreSnapshot(world: World, input: unknown): void {
  const snapshot = v.parse(Snapshot, input);
  world.identity.restore(snapshot.identity);
  world.keys.restore(snapshot.keys);
  world.clock.restore(snapshot.clock);
  world.failures.clear();
  world.failures.restore(snapshot.failures);
  world.outbox.restore(snapshot.outbox);
  world.limits.reset();
  if (snapshot.random !== undefined) world.random.restore(snapshot.random);
  for (const { name, restore, reset } of world.joined)
    if (name in snapshot.extensions) restore(snapshot.extensions[name]);
    else reset();
  world.changed();
}

/** As on the first day. Keys stay, so that nothing has to wait for new ones. */
export function resetWorld(world: World): void {
  world.identity.clear();
  world.clock.reset();
  world.failures.clear();
  world.outbox.clear();
  world.log.clear();
  world.events.clear();
  world.sheets.clear();
  world.limits.reset();
  for (const { reset } of world.joined) reset();
  world.changed();
}
