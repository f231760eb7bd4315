import type { WatchState } from "@tallybin/user-document";
import { userState } from "../identity/user-state.ts";
import type { StoredUser } from "./stored-user.ts";

/**
 * What is stored of the person who is signed in; `none` while nobody is, or while the client is being fetched;
 * `unfetched` after its code could not be fetched.
 */
export type StoredUserState =
  | { status: "none" }
  | { status: "unfetched"; uid: string }
  | (WatchState<StoredUser> & { uid: string });

/** Fed by `src/account/live-document.ts`. */
export const storedUser = userState<StoredUserState>({ status: "none" });
