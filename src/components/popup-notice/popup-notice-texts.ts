export const popupNoticeTexts = {
  waiting: (provider: string) => `Continue in the ${provider} window.`,
  severed: (provider: string) => `Continue in the ${provider} window. If you closed it, choose Cancel.`,
  bringToFront: "Bring to front",
  cancel: "Cancel",
};
