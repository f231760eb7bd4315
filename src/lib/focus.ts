/** Whether the control that had the focus is gone, or never was there: keyboard and screen reader are at the page's start. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Whether any control of this document has had the focus since it was loaded. */
export const hadFocus = (): boolean => "focused" in document.documentElement.dataset;
