import { generationOf, type Session, type StoredRecord } from "../../../src/session/session.ts";
import {
  endedGenerations,
  type SessionEvent,
  type SessionState,
  type Step,
} from "../../../src/session/state.ts";
import type { Machine } from "./machine.ts";
import type { Command, Tab, World } from "./world.ts";

/** Whether the user has just signed in or out. */
export const isAction = (event: SessionEvent): boolean =>
  event.type === "signed-in" || (event.type === "sign-out" && event.idToken === undefined);

/** As the runner and `noteSignOuts` in the client. */
export function noteEnds(world: World, before: SessionState, { state, effects }: Step): void {
  const ended = effects.some(({ type }) => type === "clear") ? before.session : undefined;
  for (const generation of endedGenerations(state, ended))
    if (generation && !world.notes.includes(generation)) world.notes.push(generation);
}

export const seen = (world: World, record: StoredRecord): StoredRecord =>
  record.session && world.notes.includes(record.session.generation)
    ? { ...record, isSignOutNoted: true }
    : record;

/** The record of a session that any tab has signed out, without storage. */
export const noted = (world: World, session: Session | undefined): StoredRecord | undefined =>
  session && world.notes.includes(session.generation) ? { session, isSignOutNoted: true } : undefined;

/** Whether another tab has said that it has removed the session which a tab shows. */
export const isTold = ({ state: { session }, told }: Tab): boolean =>
  session !== undefined && session.generation === told;

/** The record of the shown session, if another tab has said that it has removed it, or any tab has signed it out. */
export const removedIn = (world: World, tab: Tab): StoredRecord | undefined => {
  const { session } = tab.state;
  return session && isTold(tab) ? { session, isSignOutNoted: true } : noted(world, session);
};

/** Whether a late sign-in gives way to another tab's change: storage holds what its tab has neither read nor written. */
export function givesWay(
  machine: Machine,
  { kind, isLate, isOvertaken, record = {}, base }: Command,
  { stored, now }: World,
): boolean {
  if (kind !== "store" || !isLate || isOvertaken || !record.session) return false;
  return base
    ? !base.includes(generationOf(stored))
    : !machine.isExpectedRecord(stored, true, { record, base }, now);
}
