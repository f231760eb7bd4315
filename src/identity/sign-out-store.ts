import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Whether the last attempt to sign out came to nothing. */
export const leavingStore = createStore<{ hasFailed: boolean }>(() => ({ hasFailed: false }));

export const useFailedLeaving = (): boolean => useStore(leavingStore, ({ hasFailed }) => hasFailed);
