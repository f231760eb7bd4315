import { reload } from "@tallybin/identity";
import { identityClient } from "./client.ts";
import { ownedBy } from "./owner.ts";

/**
 * The address of an account that the identity service has just confirmed to exist. An unexpired token is no proof of
 * that: another device may have deleted the account.
 */
export const confirmedEmail = async (uid: string): Promise<string | undefined> =>
  (await reload(ownedBy(uid)(await identityClient()))).email;
