import { MAIL_CODES } from "../errors/server-codes.ts";
import type { Http } from "../http/http.ts";

/** Where the link of a mail leads, in Google's field names. */
export type LinkFields = {
  continueUrl?: string | undefined;
  canHandleCodeInApp?: boolean | undefined;
  iOSBundleId?: string | undefined;
  androidPackageName?: string | undefined;
  androidInstallApp?: boolean | undefined;
  androidMinimumVersionCode?: string | undefined;
  linkDomain?: string | undefined;
};

export type SendOobCodeBody = LinkFields &
  (
    | { requestType: "PASSWORD_RESET" | "EMAIL_SIGNIN"; email: string }
    | { requestType: "VERIFY_EMAIL"; idToken: string }
    | { requestType: "VERIFY_AND_CHANGE_EMAIL"; idToken: string; newEmail: string }
  );

/**
 * Mails a link with a single-use code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendOobCode
 */
export const sendOobCode = async (http: Http, body: SendOobCodeBody): Promise<void> => {
  await http("v1/accounts:sendOobCode", body, MAIL_CODES);
};
