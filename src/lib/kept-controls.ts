import { performPress } from "./held-press.ts";

const CONTROLS = "a, button, form, input, label, textarea";
/** Only inputs and text areas have the properties of fields. */
type Control = HTMLElement &
  Partial<Pick<HTMLInputElement, "value" | "selectionStart" | "selectionEnd" | "setSelectionRange">>;

/** The controls of the page by kind and order, because an extension may have added controls between them. */
function controlsOf(root: HTMLElement): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const control of root.querySelectorAll<Control>(CONTROLS)) {
    const { tagName, classList, dataset } = control;
    let key = [tagName, classList[0], dataset["offer"], control.getAttribute("href")].join();
    while (controls.has(key)) key += "+";
    controls.set(key, control);
  }
  return controls;
}

/** Empty once React has taken over the page. */
let before = new Map<string, Control>();

/** Forgets the state of the controls once the page is hydrated. */
export const dropControlState = (): void => before.clear();

/**
 * If an extension or a translator has changed the page before its hydration, React renders the changed part again.
 * The returned function gives typed text, focus, caret and presses to the new controls. React must call it in the task
 * that removes the old ones.
 */
export function keepControlState(root: HTMLElement): () => void {
  before = controlsOf(root);
  let focused = document.activeElement;
  let pressed = [...document.querySelectorAll(":active")].at(-1)?.closest(CONTROLS);
  let renewed: HTMLElement | undefined;
  const noteEvent = ({ type, target }: Event): void => {
    // React may render within this event, because it hydrates a pressed control before it handles the press.
    if (type === "pointerdown") pressed = (target as Element).closest(CONTROLS);
    else if (type === "click") pressed = null;
    else if (type === "mouseup")
      performPress(() => {
        // A press that began on a removed control gets no click, unless it is a touch.
        if (renewed !== pressed || !renewed?.contains(target as Node)) return;
        renewed.focus();
        renewed.click();
      });
    // A microtask follows React's whole commit, in which the focus may go from the removed control to another one.
    else
      queueMicrotask(() => {
        focused = document.activeElement;
      });
  };
  for (const type of ["pointerdown", "mouseup", "click", "focusin", "focusout"])
    document.addEventListener(type, noteEvent, true);

  return () => {
    const now = controlsOf(root);
    for (const [key, old] of before) {
      const control = now.get(key);
      if (!control || control === old) continue;
      passTextOn(old, control);
      if (old === focused) passFocusOn(old, control);
      if (old === pressed) pressed = renewed = control;
    }
    before.clear();
  };
}

function passTextOn(old: Control, control: Control): void {
  if ("held" in old.dataset) control.dataset["held"] = "";
  // The new form shows the problems of a refused press by these marks. A second submit would move the focus.
  if (old.hasAttribute("aria-invalid")) control.setAttribute("aria-invalid", "true");
  if (!old.value) return;
  // Bypass the setter that React puts on each field. Otherwise, React ignores the event, because it sees no change.
  Reflect.set(Object.getPrototypeOf(control), "value", old.value, control);
  // The event makes React run effects, which take over recorded presses.
  queueMicrotask(() => control.dispatchEvent(new Event("input", { bubbles: true })));
}

function passFocusOn({ selectionStart = null, selectionEnd = null }: Control, control: Control): void {
  control.focus({ preventScroll: true });
  // The caret of an email field cannot be read; it is at the end.
  if (selectionStart !== null) control.setSelectionRange?.(selectionStart, selectionEnd);
}
