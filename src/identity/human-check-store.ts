import { createStore } from "zustand/vanilla";

/** Set while a check is visible: the address of its frame, and how to end it. */
export const humanCheckStore = createStore<{
  check: { address: string; cancel: () => void } | undefined;
}>(() => ({
  check: undefined,
}));
