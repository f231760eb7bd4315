import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Flag, optionalTexts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { ProviderUserInfo } from "./account.ts";

export type AccountChange = {
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  email?: string;
  password?: string;
  deleteProvider?: string[];
  /** Removes a name or picture; the server rejects JSON `null`. */
  deleteAttribute?: string[];
};

const UpdateResponse = v.object({
  ...optionalTexts("email", "displayName", "photoUrl"),
  /** Missing if the account has none, and for some changes of accounts without an address. */
  providerUserInfo: v.optional(v.array(ProviderUserInfo)),
  emailVerified: v.optional(Flag),
});

/**
 * Changes the account of the request's ID token, or applies a mailed code. If the change invalidates the old tokens, the
 * response has new ones.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export const updateAccount = async (http: Http, body: AccountChange | { oobCode: string }) => {
  const request = { ...body, returnSecureToken: true };
  return parseWire(UpdateResponse, await http("v1/accounts:update", request, ACCOUNT_CODES));
};
