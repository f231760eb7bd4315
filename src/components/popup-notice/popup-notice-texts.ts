export const popupNoticeTexts = {
  waiting: (provider: string) => `Continue in the ${provider} window.`,
  /** The page cannot see whether the window is still open. */
  severed: (provider: string) => `Continue in the ${provider} window. If you closed it, choose Cancel.`,
  bringToFront: "Bring to front",
  cancel: "Cancel",
};
