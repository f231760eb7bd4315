/** Whether the control that had the focus is gone, or never was there: keyboard and screen reader are at the page's start. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
