import { useStore } from "zustand";
import { type StoredUserState, storedUserStore } from "./stored-user-store.ts";

/** What is stored of whoever is signed in, and how reading it goes. */
export const useStoredUser = (): StoredUserState => useStore(storedUserStore);
