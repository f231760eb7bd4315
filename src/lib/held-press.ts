import { type RefObject, useEffect, useRef } from "react";
import { releaseHold } from "./early-form.ts";

let isHeld = false;

/** Whether a held press is being performed. WebKit then opens no window, although the user's click counts as recent. */
export const isHeldPress = (): boolean => isHeld;

/**
 * Performs a held press in a task of its own. React may run an effect within the event of another press,
 * and there the browser ignores `requestSubmit()` of the same form and `click()` on the same element.
 */
export function performPress(press: () => void): void {
  setTimeout(() => {
    isHeld = true;
    try {
      press();
    } finally {
      isHeld = false;
    }
  });
}

function replayPress(control: HTMLElement): void {
  if (!("held" in control.dataset)) return;
  performPress(() => {
    if (!("held" in control.dataset)) return; // another effect has taken the press
    // Remove the mark only here, because until then the style sheet shows the menu of a held press.
    releaseHold(control);
    if (control instanceof HTMLFormElement) control.requestSubmit();
    else control.click();
  });
}

/** The form element's attributes. The early script (`src/entry/early.ts`) reads `data-hold`. */
type Hold = { ref: RefObject<HTMLFormElement | null>; "data-hold"?: "" };

/** Performs a submit that the early script has held, with the current values, as soon as `isReady`. */
export function useHold(isReady: boolean): Hold {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isReady && form.current) replayPress(form.current);
  }, [isReady]);
  return { ref: form, ...(isReady ? {} : { "data-hold": "" }) };
}

/**
 * Performs a click from before hydration. The button or link is rendered with `data-hold`, and the early script records
 * a click on it until this removes the attribute.
 */
export function useHeldClick<Control extends HTMLElement>(): RefObject<Control | null> {
  const control = useRef<Control | null>(null);
  useEffect(() => {
    control.current?.removeAttribute("data-hold");
    if (control.current) replayPress(control.current);
  }, []);
  return control;
}
