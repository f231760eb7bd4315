import { attempt } from "../lib/attempt.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { DERIVED, type StoredRecord } from "./stored-record.ts";

/** More sign-outs than can be unfinished at a time. */
const MOST_NAMES = 20;

const keyOf = (scope: string) => `${scope}:left`;
/** None if the browser refuses to read them, which it may begin to do at any time. */
const namesIn = ({ signOutNotes }: Persistence, scope: string): string[] =>
  attempt(() => signOutNotes?.getItem(keyOf(scope)))?.split(" ") ?? [];

/** Whether any tab has signed the stored session out; its page may have closed before the removal was stored. */
export const isSignOutNoted = (persistence: Persistence, scope: string, { session }: StoredRecord): boolean =>
  !!session && namesIn(persistence, scope).includes(session.generation);

/**
 * Notes the sessions that a tab has signed out. The last notes stay, because a page may have read the session just
 * before its removal was stored.
 */
export function noteSignOuts(persistence: Persistence, scope: string, generations: readonly string[]): void {
  // A derived generation would end later sign-ins of the same user too.
  const own = generations.filter((generation) => !generation.startsWith(DERIVED));
  if (own.length === 0) return;
  const names = [...new Set([...namesIn(persistence, scope), ...own])].slice(-MOST_NAMES);
  // A full disk may refuse the note. The removal from storage goes on.
  attempt(() => persistence.signOutNotes?.setItem(keyOf(scope), names.join(" ")));
}
