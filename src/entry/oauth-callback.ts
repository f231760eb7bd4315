import { completeOAuthCallback } from "@tallybin/identity/callback";
import { IDENTITY_NAMESPACE } from "../config/browser-names.ts";
import { oauthCallbackTexts } from "./oauth-callback-texts.ts";

// The popup's return page: passes the provider's response to the waiting tab, and closes itself. Some browsers keep
// the window open, and some users come here through their history, so it shows a sentence.
document.body.textContent =
  completeOAuthCallback(window, IDENTITY_NAMESPACE) === "nothing"
    ? oauthCallbackTexts.nothing
    : oauthCallbackTexts.done;
