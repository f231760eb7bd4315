import { forUser, type IdentityClient, IdentityError, updateProfile } from "@tallybin/identity";
import { useState } from "react";
import { saveStoredProfile } from "../../../account/document-actions.ts";
import {
  type ProfileChanges,
  ProfileConflict,
  type ProfileTexts,
  profileFields,
} from "../../../account/profile-changes.ts";
import { identityClient } from "../../../identity/client/client.ts";
import { Cancellation, useTask } from "../../../identity/state/use-task.ts";
import { profileTexts } from "../section/settings-texts.tsx";

type Changes = Partial<ProfileTexts>;
type SaveHandlers = {
  onSaved: (changes: Changes) => void;
  /** Called with the fields that were saved in one place only. The next save sends them again. */
  onMissed: (changes: Changes, isStored: boolean) => void;
  onConflict: (current: Changes) => void;
};

/** Sends nothing for changes of fields that only the user document has. */
const saveInIdentity = async (identity: IdentityClient, { name, picture }: Changes): Promise<void> => {
  const changes = {
    ...(name === undefined ? {} : { displayName: name || null }),
    ...(picture === undefined ? {} : { photoURL: picture || null }),
  };
  if (Object.keys(changes).length > 0) await updateProfile(identity, changes);
};
const requiresRecentSignIn = (error: unknown) =>
  error instanceof IdentityError && error.code === "requires-recent-login";

/** Saves the changed fields in both places and removes empty ones. `missed` lists those that were not saved. */
export const useSaveProfile = (uid: string, { onSaved, onMissed, onConflict }: SaveHandlers) => {
  const [missed, setMissed] = useState<string>();
  const task = useTask(async (input: ProfileChanges) => {
    const { changes } = input;
    setMissed(undefined);
    if (Object.keys(changes).length === 0) return;
    const own = forUser(await identityClient(), uid);
    const [stored] = await Promise.allSettled([saveStoredProfile(uid, input)]);
    if (stored.status === "rejected" && stored.reason instanceof ProfileConflict) {
      const { current } = stored.reason;
      setMissed(profileTexts.conflict(profileFields.filter((field) => current[field] !== undefined)));
      onConflict(current);
      throw new Cancellation();
    }
    const [identity] = await Promise.allSettled([saveInIdentity(own, changes)]);
    if (identity.status === "fulfilled" && stored.status === "fulfilled") return onSaved(changes);
    onMissed(changes, stored.status === "fulfilled");
    if (
      identity.status === "rejected" &&
      (stored.status === "rejected" || requiresRecentSignIn(identity.reason))
    )
      throw identity.reason;
    setMissed(profileTexts.partlySaved);
  });
  return { task, missed };
};
