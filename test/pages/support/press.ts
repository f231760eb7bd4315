import { vi } from "vitest";

/**
 * Sends forms as HTML says: while the `submit` event of a form is being dispatched, its `requestSubmit()` does nothing.
 * happy-dom has no such flag. The flag ends with the task, like the event of a user's press.
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
 */
export function submitAsBrowsersDo(): (form: HTMLFormElement) => void {
  let isFiring = false; // not one for each form: happy-dom has two objects for a form, the element and its proxy
  const press = (form: HTMLFormElement): void => {
    if (isFiring) return;
    isFiring = true;
    form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    setTimeout(() => {
      isFiring = false;
    }); // a browser runs the microtasks of each listener within the event
  };
  vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(function (this: HTMLFormElement) {
    press(this);
  });
  return press;
}
