import * as v from "valibot";
import { ACCOUNT_WORDS } from "../error-words.ts";
import { type Http, parseWire } from "../http.ts";
import { MfaInfo } from "./mfa-info.ts";
import { optionalText } from "./wire.ts";

const Response = v.object({
  requestType: v.picklist([
    "PASSWORD_RESET",
    "VERIFY_EMAIL",
    "EMAIL_SIGNIN",
    "VERIFY_AND_CHANGE_EMAIL",
    "RECOVER_EMAIL",
    "REVERT_SECOND_FACTOR_ADDITION",
  ]),
  email: optionalText,
  newEmail: optionalText,
  mfaInfo: v.optional(MfaInfo),
});
export type OobCodeInfo = v.InferOutput<typeof Response>;

/**
 * Describes a mailed code of any kind, which leaves it usable; with `newPassword`, spends the code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/resetPassword
 */
export const resetPassword = async (
  http: Http,
  body: { oobCode: string; newPassword?: string },
): Promise<OobCodeInfo> =>
  parseWire(Response, await http.post("v1/accounts:resetPassword", body, { words: ACCOUNT_WORDS }));
