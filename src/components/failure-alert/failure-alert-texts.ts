export const failureAlertTexts = { reload: "Reload the page" };
