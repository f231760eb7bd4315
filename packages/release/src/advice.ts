import type { IdentityErrorCode } from "../../identity/src/errors/identity-error.ts";

/** What to do about the codes that a new project meets. */
const ADVICE: Partial<Record<IdentityErrorCode, string>> = {
  "account-exists-with-different-credential":
    "The address belongs to an account with another method. Sign in by that one, then link: `credentialFromError`.",
  "admin-restricted-operation":
    "The project forbids sign-ups, or anonymous ones. Allow them under Settings → User actions.",
  "app-not-authorized":
    "The API key has restrictions. Allow this site's addresses and the Identity Toolkit API, or send App Check tokens.",
  "argument-error": "The call is wrong; `detail` names the argument or option.",
  "blocking-function-error-response": "The project's own function refused. Show `detail`.",
  "cancelled-popup-request": 'Another popup or your "Cancel" replaced this one. Show nothing.',
  "client-disposed": "Create a client that lives as long as the page.",
  "configuration-not-found":
    "Enable Identity Platform, or Authentication in the Firebase console, for this project.",
  "credential-already-in-use":
    "The provider's account belongs to another user. Sign in with it instead of linking it.",
  "custody-unavailable":
    "The server that keeps sessions cannot be reached, or has another mode. The client tries again.",
  "email-already-in-use": "Offer to sign in, or to reset the password.",
  "email-change-needs-verification": "Call `verifyBeforeUpdateEmail` instead of `updateEmail`.",
  "expired-action-code": "Send the mail again.",
  "internal-error": "The service failed. Try again later.",
  "invalid-action-code": "The link was used, or is from an older mail. Send the mail again.",
  "invalid-api-key": "Copy the key from the project's settings. It is not the authentication domain.",
  "invalid-credential": "Wrong email or password, or a response that is not of this sign-in. Ask again.",
  "invalid-verification-code": "The code is wrong or old. Ask again.",
  "missing-recaptcha-token": "The project demands reCAPTCHA Enterprise: set the option `recaptcha`.",
  "multi-factor-auth-required": "Ask for the second factor: `getMultiFactorResolver`.",
  "network-request-failed":
    "No response. If it happens everywhere: the content policy's `connect-src`, or the address in `localServices`.",
  "operation-not-allowed": "Enable this method of signing in for the project.",
  "operation-not-supported-in-this-environment":
    "`detail` names what is missing: no window in Node, site data that the browser blocks.",
  "passkey-invalid-address": "Open the page at a domain name; `localhost` is one, an IP address is not.",
  "password-does-not-meet-requirements": "Show the rules: `fetchPasswordPolicy` and `validatePassword`.",
  "popup-blocked": "Call `signInWithPopup` in the click's handler, before any `await`.",
  "popup-closed-by-user": "The user closed the window. Show nothing, and leave the button.",
  "quota-exceeded": "The project's quota is used up. Try again later.",
  "requires-recent-login":
    "Ask for the password or the provider again: `reauthenticateWithPassword`, `reauthenticateWithPopup`.",
  "session-changed":
    "Another user signed in, or this one signed out, during the call. Show the page of the new state.",
  "signed-out": "No user is signed in. Show the sign-in form.",
  "storage-unavailable": "The browser refuses storage. The session lives in memory; `retryNow` reads again.",
  timeout: "No response in time. Try again.",
  "too-many-requests": "Wait until `retryAt`, or a few minutes.",
  "unauthorized-continue-uri": "Add the domain of the mail's link to the project's authorized domains.",
  "unauthorized-domain": "Add the domain of `callbackUrl` to the project's authorized domains.",
  unknown: "`serverCode` and `detail` have Google's answer.",
  "user-cancelled": "The user declined at the provider. Show nothing, and leave the button.",
  "user-not-found": "No account has this address. Offer to sign up.",
  "weak-password": "Six characters or more.",
  "wrong-password": "Ask again, and offer to reset the password.",
};

const BY_CLASS: Record<string, string> = {
  definite: "The session is over, and the user is signed out. Show the sign-in form with the reason.",
  transient: "Try again later.",
  caller: "Change the request, or the project's settings that it names.",
};

type Code = { code: string; class: string; serverCodes: readonly string[] };

/** The error table of the identity client, as Markdown. */
export function errorPage(codes: readonly Code[]): string {
  const rows = codes.map(({ code, class: kind, serverCodes }) => {
    const advice = ADVICE[code as IdentityErrorCode] ?? BY_CLASS[kind];
    return `| \`${code}\` | ${kind} | ${serverCodes.map((name) => `\`${name}\``).join(", ")} | ${advice} |`;
  });
  return `# Errors

Every function throws, or rejects with, an \`IdentityError\`: \`isIdentityError(error)\`, then \`error.code\`. Never show \`message\` to users. *definite*: the session is over. *transient*: the same request can succeed later. *caller*: the caller must change something first.

| \`code\` | class | Google's codes | what to do |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}
