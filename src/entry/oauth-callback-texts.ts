export const oauthCallbackTexts = {
  nothing: "There’s nothing to do here. You may close this window.",
  done: "Signing in. You may close this window if it stays open.",
};
