import { userState } from "./user-state.ts";

export const signOutFailed = userState<boolean>(false);
