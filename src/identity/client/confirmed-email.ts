import { forUser, reload } from "@tallybin/identity";
import { identityClient } from "./client.ts";

/**
 * The address of an account whose existence the identity service has just confirmed. An unexpired token does not
 * prove that, because another device may have deleted the account.
 */
export const fetchConfirmedEmail = async (uid: string): Promise<string | undefined> =>
  (await reload(forUser(await identityClient(), uid))).email;
