import { type StoredUserState, storedUser } from "./stored-user-store.ts";

/** What is stored of whoever is signed in, and how reading it goes. */
export const useStoredUser = (): StoredUserState => storedUser.useValue();
