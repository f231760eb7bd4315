import { oauthPopupTexts } from "./oauth-popup-texts.ts";

// A sign-in popup opens here, and leaves for the provider as soon as the opener knows the address.
document.body.textContent = oauthPopupTexts.opening;
