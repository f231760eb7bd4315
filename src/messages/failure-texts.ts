export const failureTexts = {
  offline: "You’re offline. What you typed is still here. Try again once you’re connected.",
  breached: "This password has appeared in a data breach, so it’s easy to guess. Please choose another one.",
  codeMissing:
    "Part of this page couldn’t be loaded. Check your connection and try again, or reload the page.",
  humanCheckUnavailable:
    "The check that you’re human couldn’t load. Turn off content blockers for this site, then try again.",
  lateClick: "This took a moment to load. Press the button again to open the window.",
};
