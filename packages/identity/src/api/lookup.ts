import * as v from "valibot";
import { type Http, parseWire } from "../http.ts";
import { User } from "../user.ts";

/** The list has one account. */
const Response = v.object({ users: v.object({ 0: User }) });

/**
 * Reads the account an ID token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/lookup
 */
export const lookup = async (http: Http, idToken: string): Promise<User> =>
  parseWire(Response, await http("v1/accounts:lookup", { idToken })).users[0];
