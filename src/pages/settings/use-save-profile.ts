import { type IdentityClient, IdentityError, updateProfile } from "@tallybin/identity";
import { useState } from "react";
import { saveStoredProfile } from "../../account/live-document.ts";
import { identityClient } from "../../identity/client.ts";
import { useRecentSignInTask } from "./use-recent-sign-in-task.ts";

export type Profile = { name: string; picture: string };

const NOT_STORED =
  "Your name and picture are saved for signing in, but not in your user data. Please save them again.";
const NOT_IN_IDENTITY =
  "Your name and picture are saved in your user data, but not for signing in. Please save them again.";

const saveInIdentity = async (identity: IdentityClient, { name, picture }: Profile): Promise<void> => {
  await updateProfile(identity, { displayName: name || null, photoURL: picture || null });
};
const wantsProof = (error: unknown) =>
  error instanceof IdentityError && error.code === "requires-recent-login";

/** Saves name and picture in both places; an empty one is taken away. `missed` tells which of the two failed. */
export const useSaveProfile = (uid: string, onSaved: () => void) => {
  const [missed, setMissed] = useState<string>();
  const task = useRecentSignInTask(uid, async (profile: Profile, owned) => {
    setMissed(undefined);
    const client = owned(await identityClient());
    const [identity, stored] = await Promise.allSettled([
      saveInIdentity(client, profile),
      saveStoredProfile(profile, uid),
    ]);
    if (identity.status === "rejected") {
      if (stored.status === "rejected" || wantsProof(identity.reason)) throw identity.reason;
      setMissed(NOT_IN_IDENTITY);
    } else if (stored.status === "rejected") setMissed(NOT_STORED);
    else onSaved();
  });
  return { task, missed };
};
