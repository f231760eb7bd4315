import type { PageSignal, Platform } from "../../src/index.ts";

/** Possible events of a page in a user's terms, with the platform's signal for each. */
const HAPPENINGS = {
  visible: "visible",
  focused: "visible",
  hidden: "hidden",
  suspended: "suspended",
  resumed: "visible",
  online: "network-changed",
  offline: "network-changed",
} as const satisfies Record<string, PageSignal>;

/** A page whose visibility and connection a test controls. */
export const createPage = () => {
  const listeners = new Set<(signal: PageSignal) => void>();
  let isHidden = false;
  const page: Platform["page"] = (listener) => {
    listeners.add(listener);
    if (isHidden) listener("hidden");
    return () => listeners.delete(listener);
  };
  return {
    page,
    emit: (happening: keyof typeof HAPPENINGS) => {
      if (happening === "visible" || happening === "hidden") isHidden = happening === "hidden";
      const signal = HAPPENINGS[happening];
      for (const listener of [...listeners]) listener(signal === "visible" && isHidden ? "hidden" : signal);
    },
    listenerCount: () => listeners.size,
  };
};
