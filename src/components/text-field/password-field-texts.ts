export const passwordFieldTexts = {
  show: "Show",
  hide: "Hide",
  showField: (label: string) => `Show ${label.toLowerCase()}`,
  hideField: (label: string) => `Hide ${label.toLowerCase()}`,
  capsLock: "Caps Lock is on.",
};
