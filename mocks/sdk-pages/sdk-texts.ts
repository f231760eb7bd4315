/** The texts of the two scripts. A page receives each as it is written here. */
export const handlerTexts = {
  nothingStored: "The browser didn’t keep this sign-in.",
  done: "Signed in. This window closes by itself.",
  openerGone: "The page that opened this window is gone. Close this window and sign in again.",
};
export type HandlerTexts = typeof handlerTexts;

export const relayTexts = {
  noSignIn: "No sign-in was started.",
  notLoaded: "Google’s gapi.iframes didn’t load, so no sign-in can reach the page.",
  notAccepted: "The page didn’t accept the sign-in. Nothing there was waiting for it.",
};
export type RelayTexts = typeof relayTexts;

export const sdkTexts = {
  title: "Signing in (pretend)",
  heading: "Signing in",
  wait: "One moment, please.",
  frameTitle: "Sign-in relay",
};

/** The refusals of the handler, for developers, in the emulator's style. */
export const handlerRefusals: Record<string, string> = {
  apiKey: "missing apiKey or providerId query parameters",
  providerId: "missing apiKey or providerId query parameters",
  appName: "missing appName query parameter; the local services serve web apps only",
  authType: "invalid authType query parameter",
  redirectUrl: "invalid redirectUrl query parameter; it must be an http or https URL",
  customParameters: "invalid customParameters query parameter; it must be a JSON object",
};
export const invalidParameterText = (field: string) => `invalid ${field} query parameter`;
