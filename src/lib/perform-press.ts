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

let isHeld = false;

/** Whether a held press is being performed. WebKit then opens no window, although the user's click counts as recent. */
export const isHeldPress = (): boolean => isHeld;
