import type { Session, StoredRecord } from "../../../src/session/session.ts";
import type { SessionEvent } from "../../../src/session/state.ts";
import type { World } from "./world.ts";

/** Whether the user has just signed in or out. */
export const isAction = (event: SessionEvent): boolean =>
  event.type === "signed-in" || (event.type === "sign-out" && event.idToken === undefined);

/** As `noteSignOuts` in the client. */
export function note(world: World, generations: readonly string[]): void {
  for (const generation of generations) if (!world.notes.includes(generation)) world.notes.push(generation);
}

export const seen = (world: World, record: StoredRecord): StoredRecord =>
  record.session && world.notes.includes(record.session.generation)
    ? { ...record, isSignOutNoted: true }
    : record;

/** The record of a session that any tab has signed out, without storage. */
export const noted = (world: World, session: Session | undefined): StoredRecord | undefined =>
  session && world.notes.includes(session.generation) ? { session, isSignOutNoted: true } : undefined;
