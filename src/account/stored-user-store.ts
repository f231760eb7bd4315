import type { WatchState } from "@tallybin/user-document";
import { userState } from "../identity/state/user-state.ts";
import type { StoredUser } from "./stored-user.ts";

/** `none` while signed out or while the client loads; `unfetched` after its code could not be loaded. */
export type StoredUserState =
  | { status: "none" }
  | { status: "unfetched"; uid: string }
  | (WatchState<StoredUser> & { uid: string });

/** Updated by `followDocument`. */
export const storedUser = userState<StoredUserState>({ status: "none" });
