import { type RefObject, useEffect, useRef } from "react";

/**
 * A button that is busy is disabled, and what is disabled loses the focus: whoever works by keyboard would find
 * themselves nowhere. It gets the focus back where nothing else has asked for it meanwhile.
 */
export function useKeptFocus(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef<boolean>(false);
  useEffect(() => {
    const { activeElement, body } = document;
    if (busy) hadFocus.current = activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (activeElement === body) button.current?.focus({ preventScroll: true });
    }
  }, [busy]);
  return button;
}
