import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Whether the last attempt to sign out failed. */
export const signOutStore = createStore<{ hasFailed: boolean }>(() => ({ hasFailed: false }));

export const useSignOutFailed = (): boolean => useStore(signOutStore, ({ hasFailed }) => hasFailed);
