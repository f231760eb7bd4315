import type { Page, PageEvent } from "../../src/index.ts";

/** Possible events of a page in a user's terms, with the browser's event for each. */
const HAPPENINGS = {
  visible: "visibilitychange",
  focused: "focus",
  hidden: "visibilitychange",
  suspended: "pagehide",
  resumed: "pageshow",
  online: "online",
  offline: "offline",
} as const satisfies Record<string, PageEvent>;

/** A page whose visibility and connection a test controls. */
export const createPage = () => {
  const listeners = new Set<(event: PageEvent) => void>();
  let isVisible = true;
  const page: Page = {
    isVisible: () => isVisible,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    page,
    emit: (happening: keyof typeof HAPPENINGS) => {
      if (happening === "visible") isVisible = true;
      if (happening === "hidden") isVisible = false;
      for (const listener of [...listeners]) listener(HAPPENINGS[happening]);
    },
    listenerCount: () => listeners.size,
  };
};
