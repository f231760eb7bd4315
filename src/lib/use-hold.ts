import { type RefObject, useEffect, useRef } from "react";

/** What the form element needs. `data-hold` is read by the early script (`src/entry/early.ts`). */
type Hold = { ref: RefObject<HTMLFormElement | null>; "data-hold"?: "" };

/**
 * Keeps a form from being sent before it can be. The early script holds a submit that comes too soon; it is performed, with
 * the values the fields have then, as soon as `isReady`.
 */
export function useHold(isReady: boolean): Hold {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const held = form.current;
    if (!isReady || !held || !("held" in held.dataset)) return;
    delete held.dataset["held"];
    for (const button of held.querySelectorAll("[type=submit][aria-busy]"))
      button.removeAttribute("aria-busy");
    held.requestSubmit();
  }, [isReady]);
  return { ref: form, ...(isReady ? {} : { "data-hold": "" }) };
}
