import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { type Http, parseWire } from "../http.ts";
import { User } from "../user.ts";

const Response = v.object({ users: v.array(User) });

/**
 * Reads the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export async function lookup(http: Http, idToken: string): Promise<User> {
  const [user] = parseWire(Response, await http("v1/accounts:lookup", { idToken })).users;
  if (!user) throw new IdentityError("internal-error");
  return user;
}
