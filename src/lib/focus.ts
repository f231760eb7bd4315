/** Whether no control has the focus; keyboard and screen reader are then at the page's start. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Whether any control of this document has had the focus since it loaded. */
export const hasHadFocus = (): boolean => "focused" in document.documentElement.dataset;
