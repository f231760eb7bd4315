import { updateProfile } from "@tallybin/identity";
import { identityClient } from "../../identity.ts";
import { useProtected } from "./use-protected.ts";

export type Profile = { name: string; picture: string };

/** Saves name and picture; an empty one is taken away. */
export const useSaveProfile = (onSaved: () => void) =>
  useProtected(async ({ name, picture }: Profile) => {
    await updateProfile(await identityClient(), { displayName: name || null, photoURL: picture || null });
    onSaved();
  });
