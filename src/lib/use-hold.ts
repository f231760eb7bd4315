import { type RefObject, useEffect, useRef } from "react";
import { performPress } from "./perform-press.ts";

/** The form element's attributes. The early script (`src/entry/early.ts`) reads `data-hold`. */
type Hold = { ref: RefObject<HTMLFormElement | null>; "data-hold"?: "" };

/** Forgets a form's held press. */
export function releaseHold(form: HTMLFormElement): void {
  delete form.dataset["held"];
  form.querySelector("[type=submit][aria-busy]")?.removeAttribute("aria-busy");
}

/**
 * Keeps a form from being sent too early. The early script holds an early submit; it is performed with the current
 * values as soon as `isReady`.
 */
export function useHold(isReady: boolean): Hold {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const held = form.current;
    if (!isReady || !held || !("held" in held.dataset)) return;
    performPress(() => {
      if (!("held" in held.dataset)) return; // another effect has taken the press
      releaseHold(held);
      held.requestSubmit();
    });
  }, [isReady]);
  return { ref: form, ...(isReady ? {} : { "data-hold": "" }) };
}
