import { currentUid } from "../identity/state/session-store.ts";
import { type UserDocument, userDocument } from "./live-document.ts";
import type { ProfileChanges } from "./profile-changes.ts";

/** A form acts for the user who opened it: its changes never reach another user's document. */
const loadDocumentOf = async (uid: string): Promise<UserDocument> => {
  const found = userDocument.of(uid);
  if (!found) throw new Error("another user is signed in, or none");
  return found.load();
};

/** Saves a form's changes. An empty text is stored, because it means that the user wants none. */
export async function saveStoredProfile(uid: string, changes: ProfileChanges): Promise<void> {
  await (await loadDocumentOf(uid)).saveProfile(changes);
}

/**
 * Tells the user's other browsers that sessions have ended. Otherwise they would notice only at their next exchange.
 */
export function announceEndedSessions(uid: string): void {
  userDocument
    .of(uid)
    ?.document.load()
    .then((document) => document.announceEndedSessions())
    .catch(() => undefined);
}

/**
 * Prepares the deletion of all stored data while the account still exists.
 * @returns deletes the data after the account, because an account that cannot be deleted must keep its data. The
 * documents accept the token of the deleted account until it expires. Missing data is no failure.
 */
export async function prepareDeletion(uid: string): Promise<() => Promise<void>> {
  return (await loadDocumentOf(uid)).prepareDeletion();
}

export function retryStoredUser(): void {
  userDocument
    .of(currentUid())
    ?.load()
    .then(
      (document) => document.retryNow(),
      () => undefined,
    );
}
