import { currentUid, userState } from "../../identity/state/user-state.ts";

/** The address is kept in memory only, so that the next user of this computer does not find it. */
const typed = userState("", { survivesEndedSession: true });

/** The address typed into one of the forms, suggested by the next one. */
export const typedEmail = {
  get: typed.get,
  set: (email: string): void => typed.set(currentUid(), email.trim()),
};
