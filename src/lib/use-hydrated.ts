import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in prerendered HTML and during hydration: parts that depend on the browser render later. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
