import { type RefObject, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "../../lib/focus.ts";
import { useHeldClick } from "../../lib/held-press.ts";

/**
 * A busy button is disabled, and a disabled element loses the focus: keyboard users would start again at the top of
 * the page. The button takes the focus back unless something else has it meanwhile. Also performs a held press.
 */
export function useKeptFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useHeldClick<HTMLButtonElement>();
  const hadFocus = useRef<boolean>(false);
  // Run within the commit, because a message that appears in the same commit checks where the focus is.
  useLayoutEffect(() => {
    if (busy) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (isFocusLost()) button.current?.focus({ preventScroll: true });
    }
  }, [busy, button]);
  return button;
}
