import { createStore } from "zustand/vanilla";

export const HUMAN_CHECK_PATH = "/auth-frame/human-check";

/** Set while a check is on view. */
export const humanCheckStore = createStore<{ check: { cancel: () => void } | undefined }>(() => ({
  check: undefined,
}));
