import { userState } from "./user-state.ts";

/** Whether the user's last attempt to sign out failed. */
export const signOutFailed = userState<boolean>(false);
