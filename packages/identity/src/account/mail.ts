import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { withIdToken } from "../client/session-call.ts";
import { requireArgument } from "../errors/identity-error.ts";
import { MAIL_CODES } from "../errors/server-codes.ts";
import type { Http } from "../http/http.ts";

type RequestType = "PASSWORD_RESET" | "EMAIL_SIGNIN" | "VERIFY_EMAIL" | "VERIFY_AND_CHANGE_EMAIL";

/**
 * Mails a link with a single-use code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendOobCode
 */
const sendOobCode = async (
  http: Http,
  body: { requestType: RequestType; [field: string]: unknown },
): Promise<void> => {
  await http("v1/accounts:sendOobCode", body, MAIL_CODES);
};

/** Where the link of a mail leads. */
export type ActionCodeSettings = {
  /** Where the user continues; must be on a domain that the project has authorized. */
  url: string;
  handleCodeInApp?: boolean;
  iOS?: { bundleId: string };
  android?: { packageName: string; installApp?: boolean; minimumVersion?: string };
  linkDomain?: string;
};

function toLinkFields(settings?: ActionCodeSettings) {
  if (!settings) return {};
  const { url: continueUrl, handleCodeInApp: canHandleCodeInApp, iOS, android, linkDomain } = settings;
  requireArgument(continueUrl, "url");
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
 * @throws IdentityError `argument-error` without `handleCodeInApp` or `url`, `invalid-email`, `invalid-continue-uri`,
 * `unauthorized-continue-uri`; a request's codes
 */
export async function sendSignInLinkToEmail(
  client: IdentityClient,
  email: string,
  settings: ActionCodeSettings,
): Promise<void> {
  requireArgument(settings.handleCodeInApp, "handleCodeInApp");
  await sendOobCode(partsOf(client).http, { requestType: "EMAIL_SIGNIN", email, ...toLinkFields(settings) });
}

/**
 * Mails the signed-in user a link that verifies their address.
 * @throws IdentityError `invalid-continue-uri`, `unauthorized-continue-uri`; an account's codes
 */
export const sendEmailVerification = async (
  client: IdentityClient,
  settings?: ActionCodeSettings,
): Promise<void> => sendToUser(client, "VERIFY_EMAIL", toLinkFields(settings));

/**
 * Mails the new address a link. The address changes when the user follows it.
 * @param newEmail gets the mail
 * @throws IdentityError `email-already-in-use`, `invalid-email`, `requires-recent-login`, `invalid-continue-uri`,
 * `unauthorized-continue-uri`; an account's codes
 */
export const verifyBeforeUpdateEmail = async (
  client: IdentityClient,
  newEmail: string,
  settings?: ActionCodeSettings,
): Promise<void> => sendToUser(client, "VERIFY_AND_CHANGE_EMAIL", { newEmail, ...toLinkFields(settings) });

const sendToUser = (client: IdentityClient, requestType: RequestType, fields: object): Promise<void> =>
  withIdToken(client, (http) => sendOobCode(http, { requestType, ...fields }));
