import { type RefObject, useEffect } from "react";
import { isFocusLost } from "../../../lib/focus.ts";

/**
 * Keeps a keyboard user's place in a section: when the focused control disappears, such as the form of a finished
 * step, the section's heading takes the focus. The section's status announces the outcome.
 */
export function useKeptPlace(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = section.current;
    if (!place) return undefined;
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent): void => {
      last = target;
    };
    // A control that lost the focus to another section is no longer the user's place.
    const forget = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !place.contains(relatedTarget)) last = null;
    };
    const changes = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || !isFocusLost()) return;
      last = null;
      const heading = place.querySelector<HTMLElement>("h2");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    place.addEventListener("focusin", remember);
    place.addEventListener("focusout", forget);
    changes.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener("focusin", remember);
      place.removeEventListener("focusout", forget);
      changes.disconnect();
    };
  }, [section]);
}
