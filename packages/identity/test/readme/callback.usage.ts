import { completeOAuthCallback } from "@tallybin/identity/callback";

// The only script of the page at `callbackUrl`. It removes the provider's code from the address before anything else.
if (completeOAuthCallback() === "nothing") document.body.textContent = "You may close this window.";
