/**
 * Performs a press that had to wait, in a task of its own. React may run an effect within the event of another press,
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

let isHeld = false;

/** Whether the present press had to wait. WebKit opens no window then, although the user's click counts as recent. */
export const isHeldPress = (): boolean => isHeld;
