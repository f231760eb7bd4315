import { type RefObject, useEffect } from "react";
import { performPress } from "./perform-press.ts";

/**
 * Performs a click from before hydration. The button or link is rendered with `data-hold`, and the early script
 * (`src/entry/early.ts`) records a click on it until this removes the attribute.
 */
export function useHeldClick(control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const held = control.current;
    if (!held) return;
    held.removeAttribute("data-hold");
    if (!("held" in held.dataset)) return;
    performPress(() => {
      // Remove the mark only here, because until then the style sheet shows the menu of a held press.
      delete held.dataset["held"];
      held.removeAttribute("aria-busy");
      held.click();
    });
  }, [control]);
}
