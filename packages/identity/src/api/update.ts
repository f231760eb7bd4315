import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire, Time } from "../http/http.ts";
import { Flag, optionalTexts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { ProviderUserInfo } from "./account-info.ts";

export type AccountChange = {
  displayName?: string | undefined;
  photoUrl?: string | undefined;
  email?: string;
  password?: string;
  deleteProvider?: string[];
  /** Removes a name or picture; the server rejects JSON `null`. */
  deleteAttribute?: string[];
};

/** A change of the account of an ID token, or the application of a mailed code. */
export type UpdateBody = ({ idToken: string } & AccountChange) | { oobCode: string };

const Response = v.object({
  ...optionalTexts("idToken", "refreshToken", "email", "displayName", "photoUrl"),
  expiresIn: v.optional(Time),
  /** Missing if the account has none, and for some changes of accounts without an address. */
  providerUserInfo: v.optional(v.array(ProviderUserInfo)),
  emailVerified: v.optional(Flag),
});

/**
 * Changes an account. If the change invalidates the old tokens, the response has new ones.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export const updateAccount = async (http: Http, body: UpdateBody) => {
  const request = { ...body, returnSecureToken: true };
  return parseWire(Response, await http("v1/accounts:update", request, ACCOUNT_CODES));
};
