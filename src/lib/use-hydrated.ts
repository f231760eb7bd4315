import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False in prerendered HTML and while it is being hydrated. A form submitted before that would be sent by the
 * browser itself, so its button waits for this.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
