import type { Page, PageEvent } from "../../src/index.ts";

/** A page whose visibility and connection a test decides. */
export const createPage = () => {
  const listeners = new Set<(event: PageEvent) => void>();
  let visible = true;
  const page: Page = {
    isVisible: () => visible,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    page,
    emit: (event: PageEvent) => {
      if (event === "visible") visible = true;
      if (event === "hidden") visible = false;
      for (const listener of [...listeners]) listener(event);
    },
    listenerCount: () => listeners.size,
  };
};
