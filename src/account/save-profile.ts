import { type UserDocument, UserDocumentError } from "@tallybin/user-document";
import { type ProfileChanges, ProfileConflict, type ProfileField, profileFields } from "./profile-changes.ts";
import type { StoredUser } from "./stored-user.ts";

/** A payment provider may write between two attempts, but not several times within one save. */
const MAX_TRIES = 4;

/** The codes that say that the stored version is another one than the write expects. */
const OUTDATED: readonly string[] = ["failed-precondition", "not-found", "already-exists", "aborted"];
const isVersionOutdated = (error: unknown): boolean =>
  error instanceof UserDocumentError && OUTDATED.includes(error.code);

/**
 * Writes only the changed fields, for exactly the compared version of the document, because another device may have
 * changed them meanwhile.
 * @param confirm rejects when the account no longer exists; asked before a document is created
 * @throws {ProfileConflict} when another device has changed the same field
 */
export async function saveProfile(
  document: UserDocument<StoredUser, StoredUser>,
  { changes, base }: ProfileChanges,
  confirm: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const snapshot = await document.get();
    const stored: StoredUser = snapshot.exists ? snapshot.data : {};
    const conflicts = profileFields.filter((field) => isConflictingField(field, stored));
    if (conflicts.length > 0)
      throw new ProfileConflict(Object.fromEntries(conflicts.map((field) => [field, stored[field]])));
    try {
      if (snapshot.exists) await document.set(changes, { merge: true, ifUpdateTime: snapshot.updateTime });
      else {
        await confirm();
        await document.set(changes, { merge: true, ifMissing: true });
      }
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !isVersionOutdated(error)) throw error;
    }
  }

  function isConflictingField(field: ProfileField, stored: StoredUser): boolean {
    const wanted = changes[field];
    const current = stored[field];
    return wanted !== undefined && current !== undefined && current !== wanted && current !== base[field];
  }
}
