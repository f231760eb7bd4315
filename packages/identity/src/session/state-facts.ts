import { isSame } from "../lib/is-same.ts";
import type { User } from "../user.ts";
import type { SessionState, SignedIn } from "./state.ts";
import { generationOf, type StoredRecord } from "./stored-record.ts";

/**
 * Whether this tab's session is newer than the stored record. That is possible only after storage refused a write,
 * and only while storage is unchanged since. Otherwise another tab has changed it, and the user's last action wins.
 */
export function isNewer({ durability, session, base }: SessionState, record: StoredRecord): boolean {
  if (record.setAside !== undefined) return !!session;
  if (durability !== "memory" && durability !== "removal-pending") return false;
  if (session && record.session?.generation === session.generation)
    return (
      !record.isSignOutNoted &&
      record.session.receivedAt <= session.receivedAt &&
      !isSame(record.session, session)
    );
  // A session that is already gone needs no removal.
  const stored = generationOf(record);
  return (!!session || !!stored) && (!base || base.includes(stored));
}

/** The sessions that were signed out in this tab although storage may still hold them. */
export const endedGenerations = ({ base = [] }: SessionState): readonly string[] =>
  base.slice(0, base.lastIndexOf("") + 1).filter(Boolean);

export const isOf = (state: SessionState, generation: string, { uid }: User): state is SignedIn =>
  state.session?.generation === generation && state.session.user.uid === uid;
export const holds = (state: SessionState, idToken: string): state is SignedIn =>
  state.session?.idToken === idToken;
export const isIdle = (state: SessionState): state is SignedIn =>
  !!state.session && state.phase !== "refreshing";
