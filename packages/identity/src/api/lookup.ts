import * as v from "valibot";
import type { Http } from "../http/http.ts";
import { parseWire } from "../http/wire.ts";
import { User } from "../user.ts";

/** The list has one account. */
const Response = v.object({
  users: v.object({ 0: v.object({ ...User.entries, customAuth: v.optional(v.boolean()) }) }),
});

/**
 * Reads the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export async function lookup(http: Http, idToken: string): Promise<User> {
  const answer = parseWire(Response, await http("v1/accounts:lookup", { idToken }));
  const { customAuth, ...user } = answer.users[0];
  // The server has no such flag; an account nobody can sign in to again is an anonymous one.
  const isAnonymous = !(
    customAuth ||
    user.email ||
    user.phoneNumber ||
    user.providerData.length ||
    user.passkeys.length
  );
  return { ...user, isAnonymous };
}
