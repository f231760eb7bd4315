import { useMemo } from "react";
import { siteConfig } from "../config/site-config.ts";
import { useSession } from "../identity/state/use-session.ts";
import { mergeProfile, type Profile } from "./profile.ts";
import { useStoredUser } from "./use-stored-user.ts";

/** The signed-in user's merged profile; follows every change in any tab or device. */
export function useProfile(): Profile | undefined {
  const session = useSession();
  const stored = useStoredUser();
  const user = session.status === "signed-in" ? session.user : undefined;
  return useMemo(() => user && mergeProfile(user, stored, siteConfig().plans), [user, stored]);
}
