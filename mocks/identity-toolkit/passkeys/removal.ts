import { assert } from "../../http/api-error.ts";
import type { ServiceContext } from "../../service-context.ts";
import type { Account, AccountChanges } from "../account.ts";
import { toBase64Url } from "./base64.ts";

/** Takes passkeys away: their keys at once, and the entries of the account with the changes that this returns. */
export function withoutPasskeys(
  { identity }: ServiceContext,
  { passkeyInfo = [] }: Account,
  credentialIds: readonly string[],
): Pick<AccountChanges, "passkeyInfo"> {
  const removed = credentialIds.map(toBase64Url);
  const isListed = (id: string) => passkeyInfo.some(({ credentialId }) => credentialId === id);
  assert(removed.every(isListed), "PASSKEY_ENROLLMENT_NOT_FOUND");
  for (const id of removed) identity.passkeys.keys.delete(id);
  return { passkeyInfo: passkeyInfo.filter(({ credentialId }) => !removed.includes(credentialId)) };
}
