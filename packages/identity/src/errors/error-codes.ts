const EMPTY = "An argument of the call is empty or undefined.";
const RECAPTCHA =
  "reCAPTCHA Enterprise refused the answer of `verify`. Use a site key of this project and the action that `verify` gets.";
const LINK_DOMAIN = "`linkDomain` must be a Hosting domain of this project. Correct it, or omit it.";
const TEMPLATE =
  "The mail's template or sender is wrong. Correct it in the Firebase console: Authentication → Templates.";
const TENANT = "The account or the token belongs to a tenant. This client signs in to the project itself.";
const SECOND_STEP =
  "The first step of the sign-in has expired. Sign in again, then ask for the second factor.";
const HUMAN_CHECK =
  "The human check's answer is wrong, old or of another project. Run the check again, then send a new code.";
const CLAIMS =
  "Google reserves a claim of the custom token, or its claims have a wrong form. Change them on your server.";
const START_AGAIN = "The provider's answer was refused. Start the sign-in again.";
const PASSKEY = "The service refused the passkey's answer. Ask for the passkey again.";
const UNPROTECTED =
  "A project that protects against email enumeration answers `invalid-credential` instead, so show one text for all three.";
const SESSION_OVER =
  "The session is over, and the user is signed out. Show the sign-in form with the reason.";

/**
 * Every code that a caller can get, with what to do about it. A new server code becomes `unknown`, never a new client
 * code. No bundle has the texts: the client uses only the type, and the package's page of errors has the table.
 */
export const ERROR_CODES = {
  "account-exists-with-different-credential":
    "The address belongs to an account with another method. Sign in by that one, then link: `credentialFromError`.",
  "admin-restricted-operation":
    "The project forbids sign-ups, or anonymous ones. Allow them under Settings → User actions.",
  "app-not-authorized":
    "The API key has restrictions. Allow this site's addresses and the Identity Toolkit API, or send App Check tokens.",
  "argument-error": "The call is wrong; `detail` names the argument or option.",
  "blocking-function-error-response": "The project's own function refused. Show `detail`.",
  "cancelled-popup-request": 'Another popup or your "Cancel" replaced this one. Show nothing.',
  "captcha-check-failed": HUMAN_CHECK,
  "claims-too-large":
    "The custom token's claims have more than 1,000 characters. Shorten them on your server.",
  "client-disposed": "Create a client that lives as long as the page.",
  "code-expired": "The code of the text message is too old. Send another one.",
  "configuration-not-found":
    "Enable Identity Platform, or Authentication in the Firebase console, for this project.",
  "credential-already-in-use":
    "The provider's account belongs to another user. Sign in with it instead of linking it.",
  "custody-unavailable":
    "The server that keeps sessions cannot be reached, or has another mode. The client tries again.",
  "custom-token-mismatch":
    "The custom token is for another project. Sign it with a service account of this one.",
  "email-already-in-use": "Offer to sign in, or to reset the password.",
  "email-change-needs-verification": "Call `verifyBeforeUpdateEmail` instead of `updateEmail`.",
  "expired-action-code": "Send the mail again.",
  "forbidden-claim": CLAIMS,
  "internal-error": "The service failed. Try again later.",
  "invalid-action-code": "The link was used, or is from an older mail. Send the mail again.",
  "invalid-api-key": "Copy the key from the project's settings. It is not the authentication domain.",
  "invalid-app-credential": HUMAN_CHECK,
  "invalid-argument": "A field of the request has a wrong form; `detail` may name it.",
  "invalid-authenticator-response": PASSKEY,
  "invalid-claims": CLAIMS,
  "invalid-continue-uri": "Set `url` of the mail's settings, or `callbackUrl`, to an absolute address.",
  "invalid-credential": "Wrong email or password, or a response that is not of this sign-in. Ask again.",
  "invalid-credential-id": PASSKEY,
  "invalid-credential-or-provider-id": START_AGAIN,
  "invalid-custom-token":
    "The custom token is malformed, older than an hour, or signed with another key. Get a new one from your server.",
  "invalid-email": "This is no address. Ask again.",
  "invalid-hosting-link-domain": LINK_DOMAIN,
  "invalid-message-payload": TEMPLATE,
  "invalid-multi-factor-session": SECOND_STEP,
  "invalid-oauth-client-id":
    "The token is for another client ID. Enter that ID at the provider in the Firebase console.",
  "invalid-phone-number": "Ask again, with the country's code: `+41 …`.",
  "invalid-provider-id": "Write the provider's ID as the project has it: `google.com`, `oidc.…`, `saml.…`.",
  "invalid-recaptcha-action": RECAPTCHA,
  "invalid-recaptcha-token": RECAPTCHA,
  "invalid-recipient-email": "The service sends no mail to this address. Ask for another one.",
  "invalid-refresh-token": SESSION_OVER,
  "invalid-sender": TEMPLATE,
  "invalid-user-token": SESSION_OVER,
  "invalid-verification-code": "The code is wrong or old. Ask again.",
  "invalid-verification-id": "Send another code, and confirm it with the ID of that call.",
  "maximum-second-factor-count-exceeded":
    "The account has no room for another second factor. Remove one first: `unenroll`.",
  "missing-app-credential": HUMAN_CHECK,
  "missing-authenticator-response": PASSKEY,
  "missing-credential": EMPTY,
  "missing-email": "Ask for the address.",
  "missing-identifier": EMPTY,
  "missing-multi-factor-info": EMPTY,
  "missing-multi-factor-session": SECOND_STEP,
  "missing-new-email": EMPTY,
  "missing-or-invalid-nonce": "Pass the `nonce` whose hash is in the ID token.",
  "missing-password": "Ask for the password.",
  "missing-phone-number": EMPTY,
  "missing-recaptcha-token": "The project demands reCAPTCHA Enterprise: set the option `recaptcha`.",
  "missing-verification-code": "Ask for the code.",
  "missing-verification-id": "Send another code, and confirm it with the ID of that call.",
  "multi-factor-auth-required": "Ask for the second factor: `getMultiFactorResolver`.",
  "multi-factor-info-not-found":
    "The account no longer has this second factor. Call `reload`, and show the list again.",
  "network-request-failed":
    "No response. If it happens everywhere: the content policy's `connect-src`, or the address in `localServices`.",
  "no-such-provider": "The account does not have this provider. Call `reload`, and show the list again.",
  "operation-not-allowed": "Enable this method of signing in for the project.",
  "operation-not-supported-in-this-environment":
    "`detail` names what is missing: no window in Node, site data that the browser blocks.",
  "passkey-aborted": "Another prompt or your own code ended this one. Show nothing.",
  "passkey-canceled": "The user closed the prompt. Show nothing, and leave the button.",
  "passkey-credential-not-found": "The service does not know this passkey. Offer another method.",
  "passkey-enrollment-not-found":
    "The account no longer has this passkey. Call `reload`, and show the list again.",
  "passkey-exists": "This authenticator has a passkey of the account already. Say so.",
  "passkey-invalid-address": "Open the page at a domain name; `localhost` is one, an IP address is not.",
  "passkey-limit-exceeded": "The account has no room for another passkey. Remove one first: `removePasskey`.",
  "passkey-not-enabled": "Enable passkeys for the project.",
  "passkey-not-saved": "The network failed after the prompt. Ask the user to add the passkey again.",
  "passkey-timed-out": "The prompt was open for too long. Ask again.",
  "password-does-not-meet-requirements": "Show the rules: `fetchPasswordPolicy` and `validatePassword`.",
  "phone-number-exists": "The number belongs to another account. Sign in with it instead of linking it.",
  "popup-blocked": "Call `signInWithPopup` in the click's handler, before any `await`.",
  "popup-closed-by-user": "The user closed the window. Show nothing, and leave the button.",
  "project-disabled":
    "Google has disabled the project. Look at its state and billing in the Google Cloud console.",
  "provider-already-linked": "The account has this provider already. Call `reload`, and show it as linked.",
  "quota-exceeded": "The project's quota is used up. Try again later.",
  "recaptcha-not-enabled": "Enable reCAPTCHA Enterprise for the project, or omit the option `recaptcha`.",
  "rejected-credential": START_AGAIN,
  "requires-recent-login":
    "Ask for the password or the provider again: `reauthenticateWithPassword`, `reauthenticateWithPopup`.",
  "second-factor-already-in-use": "The account has this second factor already. Say so.",
  "session-changed":
    "Another user signed in, or this one signed out, during the call. Show the page of the new state.",
  "signed-out": "No user is signed in. Show the sign-in form.",
  "storage-unavailable": "The browser refuses storage. The session lives in memory; `retryNow` reads again.",
  "tenant-id-mismatch": TENANT,
  timeout: "No response in time. Try again.",
  "too-many-requests": "Wait until `retryAt`, or a few minutes.",
  "unauthorized-continue-uri": "Add the domain of the mail's link to the project's authorized domains.",
  "unauthorized-domain": "Add the domain of `callbackUrl` to the project's authorized domains.",
  unknown: "`serverCode` and `detail` have Google's answer.",
  "unsupported-first-factor":
    "An account with this method of signing in cannot have a second factor. Link another method first.",
  "unsupported-password-policy-schema-version":
    "The project's password policy is newer than this package. Update the package.",
  "unsupported-tenant-operation": TENANT,
  "unverified-email": "Ask the user to verify the address first: `sendEmailVerification`.",
  "user-cancelled": "The user declined at the provider. Show nothing, and leave the button.",
  "user-disabled": SESSION_OVER,
  "user-mismatch": "This sign-in belongs to another account. Ask for the one that is signed in.",
  "user-not-found": `No account has this address. ${UNPROTECTED}`,
  "user-token-expired": SESSION_OVER,
  "weak-password": "Six characters or more.",
  "wrong-password": `Ask again, and offer to reset the password. ${UNPROTECTED}`,
};
