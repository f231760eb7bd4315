import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import type { Account, AccountChanges } from "../state/account.ts";
import { toBase64Url } from "./base64.ts";

/** Removes passkeys: their keys immediately, and the account's entries with the returned changes. */
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
