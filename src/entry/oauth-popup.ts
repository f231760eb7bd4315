import { oauthPopupTexts } from "./oauth-popup-texts.ts";

// A sign-in popup opens here. When the opener has the provider's address, it navigates the popup there.
document.body.textContent = oauthPopupTexts.opening;
