import { type LinkFields, sendOobCode } from "../api/send-oob-code.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { withIdToken } from "../client/session-call.ts";
import { IdentityError } from "../errors/identity-error.ts";

/** Where the link of a mail leads. */
export type ActionCodeSettings = {
  /** Where the user continues; must be on a domain that the project has authorized. */
  url: string;
  handleCodeInApp?: boolean;
  iOS?: { bundleId: string };
  android?: { packageName: string; installApp?: boolean; minimumVersion?: string };
  linkDomain?: string;
};

/** Checks the settings before any request, because Google's responses to these mistakes come late and say less. */
function toLinkFields(settings?: ActionCodeSettings): LinkFields {
  if (!settings) return {};
  const { url: continueUrl, handleCodeInApp: canHandleCodeInApp, iOS, android, linkDomain } = settings;
  if (!continueUrl) throw new IdentityError("invalid-continue-uri");
  if (linkDomain === "") throw new IdentityError("invalid-hosting-link-domain");
  if (iOS?.bundleId === "") throw new IdentityError("missing-ios-bundle-id");
  if (android?.packageName === "") throw new IdentityError("missing-android-pkg-name");
  return {
    continueUrl,
    canHandleCodeInApp,
    iOSBundleId: iOS?.bundleId,
    androidPackageName: android?.packageName,
    androidInstallApp: android?.installApp,
    androidMinimumVersionCode: android?.minimumVersion,
    linkDomain,
  };
}

/**
 * Mails a link for choosing a new password.
 * @param email the account's address
 * @throws IdentityError `user-not-found` (unless the project protects against email enumeration), `invalid-email`,
 * `invalid-continue-uri`, `unauthorized-continue-uri`; a request's codes
 */
export const sendPasswordResetEmail = async (
  client: IdentityClient,
  email: string,
  settings?: ActionCodeSettings,
): Promise<void> =>
  sendOobCode(partsOf(client).http, { requestType: "PASSWORD_RESET", email, ...toLinkFields(settings) });

/**
 * Mails a sign-in link.
 * @param email the reader's address
 * @throws IdentityError `argument-error` without `handleCodeInApp`, `invalid-email`, `invalid-continue-uri`,
 * `unauthorized-continue-uri`; a request's codes
 */
export async function sendSignInLinkToEmail(
  client: IdentityClient,
  email: string,
  settings: ActionCodeSettings,
): Promise<void> {
  if (!settings.handleCodeInApp) {
    throw new IdentityError("argument-error", { detail: "handleCodeInApp" });
  }
  await sendOobCode(partsOf(client).http, { requestType: "EMAIL_SIGNIN", email, ...toLinkFields(settings) });
}

/**
 * Mails the signed-in user a link that verifies their address.
 * @throws IdentityError `invalid-continue-uri`, `unauthorized-continue-uri`; an account's codes
 */
export const sendEmailVerification = (client: IdentityClient, settings?: ActionCodeSettings): Promise<void> =>
  sendToUser(client, { requestType: "VERIFY_EMAIL" }, settings);

/**
 * Mails the new address a link. The address changes when the user follows it.
 * @param newEmail gets the mail
 * @throws IdentityError `email-already-in-use`, `invalid-email`, `requires-recent-login`, `invalid-continue-uri`,
 * `unauthorized-continue-uri`; an account's codes
 */
export const verifyBeforeUpdateEmail = (
  client: IdentityClient,
  newEmail: string,
  settings?: ActionCodeSettings,
): Promise<void> => sendToUser(client, { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail }, settings);

async function sendToUser(
  client: IdentityClient,
  request: { requestType: "VERIFY_EMAIL" } | { requestType: "VERIFY_AND_CHANGE_EMAIL"; newEmail: string },
  settings?: ActionCodeSettings,
): Promise<void> {
  const fields = toLinkFields(settings);
  await withIdToken(client, (http, idToken) => sendOobCode(http, { ...request, idToken, ...fields }));
}
