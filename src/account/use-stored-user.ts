import { type StoredUserState, storedUser } from "./stored-user-store.ts";

/** The signed-in user's stored document, and the state of its connection. */
export const useStoredUser = (): StoredUserState => storedUser.useValue();
