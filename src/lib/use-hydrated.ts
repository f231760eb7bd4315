import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in prerendered HTML and while it is being hydrated: what only the browser knows is not rendered before. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
