import { createStore } from "zustand/vanilla";

/** Set while a check is visible: the address of its frame, whether its second question is open, and how to end it. */
export const humanCheckStore = createStore<{
  check: { address: string; isOpen: boolean; cancel: () => void } | undefined;
}>(() => ({
  check: undefined,
}));
