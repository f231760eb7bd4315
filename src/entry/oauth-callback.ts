import { completeOAuthCallback } from "@tallybin/identity";
import { IDENTITY_NAMESPACE } from "../config/browser-names.ts";

// The popup's return page: hands the provider's answer to the tab that asked for it, and closes itself.
// Some browsers keep the window open, and some people come here by their history: both read a sentence.
document.body.textContent =
  completeOAuthCallback(window, IDENTITY_NAMESPACE) === "nothing"
    ? "There is nothing to do here. You may close this window."
    : "Signing in. You may close this window if it stays open.";
