import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** False in prerendered HTML and during hydration: parts that depend on the browser render later. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
