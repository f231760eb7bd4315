import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { oneOf, optionalTexts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { MfaEnrollment } from "./account-info.ts";

const Response = v.object({
  requestType: oneOf([
    "PASSWORD_RESET",
    "VERIFY_EMAIL",
    "EMAIL_SIGNIN",
    "VERIFY_AND_CHANGE_EMAIL",
    "RECOVER_EMAIL",
    "REVERT_SECOND_FACTOR_ADDITION",
  ]),
  ...optionalTexts("email", "newEmail"),
  /** The second factor that the code removes: one object, not a list. */
  mfaInfo: v.optional(MfaEnrollment),
});
export type OobCodeInfo = v.InferOutput<typeof Response>;

/**
 * Describes a mailed code of any kind without spending it. With `newPassword`, spends the code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/resetPassword
 */
export const resetPassword = async (
  http: Http,
  body: { oobCode: string; newPassword?: string },
): Promise<OobCodeInfo> => parseWire(Response, await http("v1/accounts:resetPassword", body, ACCOUNT_CODES));
