import { type LinkFields, sendOobCode } from "../api/send-oob-code.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import { IdentityError } from "../errors.ts";
import { withIdToken } from "./session-call.ts";

/** Where the link of a mail leads. */
export type ActionCodeSettings = {
  /** Where the person goes on; must be on a domain the project has authorised. */
  url: string;
  handleCodeInApp?: boolean;
  iOS?: { bundleId: string };
  android?: { packageName: string; installApp?: boolean; minimumVersion?: string };
  linkDomain?: string;
};

/** Checked here, before any request: Google's own answers to these mistakes come late and say less. */
function linkFields(settings?: ActionCodeSettings): LinkFields {
  if (!settings) return {};
  const { url, handleCodeInApp, iOS, android, linkDomain } = settings;
  if (!url) throw new IdentityError("invalid-continue-uri");
  if (linkDomain === "") throw new IdentityError("invalid-hosting-link-domain");
  if (iOS && !iOS.bundleId) throw new IdentityError("missing-ios-bundle-id");
  if (android && !android.packageName) throw new IdentityError("missing-android-pkg-name");
  return {
    continueUrl: url,
    ...(handleCodeInApp ? { canHandleCodeInApp: true } : {}),
    ...(iOS ? { iOSBundleId: iOS.bundleId } : {}),
    ...(android ? { androidPackageName: android.packageName } : {}),
    ...(android?.installApp ? { androidInstallApp: true } : {}),
    ...(android?.minimumVersion ? { androidMinimumVersionCode: android.minimumVersion } : {}),
    ...(linkDomain ? { linkDomain } : {}),
  };
}

/** Mails a link that lets its reader choose a new password. */
export const sendPasswordResetEmail = async (
  client: IdentityClient,
  email: string,
  settings?: ActionCodeSettings,
): Promise<void> =>
  sendOobCode(partsOf(client).http, { requestType: "PASSWORD_RESET", email, ...linkFields(settings) });

/** Mails a link that signs its reader in. */
export async function sendSignInLinkToEmail(
  client: IdentityClient,
  email: string,
  settings: ActionCodeSettings,
): Promise<void> {
  if (!settings.handleCodeInApp) {
    throw new IdentityError("argument-error", { detail: "a sign-in link needs handleCodeInApp" });
  }
  await sendOobCode(partsOf(client).http, { requestType: "EMAIL_SIGNIN", email, ...linkFields(settings) });
}

/** Mails the signed-in user a link that proves their address. */
export async function sendEmailVerification(
  client: IdentityClient,
  settings?: ActionCodeSettings,
): Promise<void> {
  const fields = linkFields(settings);
  await withIdToken(client, (idToken) =>
    sendOobCode(partsOf(client).http, { requestType: "VERIFY_EMAIL", idToken, ...fields }),
  );
}

/** Mails the new address a link; following it makes the address the account's. */
export async function verifyBeforeUpdateEmail(
  client: IdentityClient,
  newEmail: string,
  settings?: ActionCodeSettings,
): Promise<void> {
  const fields = linkFields(settings);
  await withIdToken(client, (idToken) =>
    sendOobCode(partsOf(client).http, {
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      idToken,
      newEmail,
      ...fields,
    }),
  );
}
