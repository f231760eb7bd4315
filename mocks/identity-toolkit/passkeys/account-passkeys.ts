import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { omitUndefined } from "../../http/wire.ts";
import { defineOperation } from "../requests/requests.ts";
import { type Account, type AccountChanges, PasskeyInfo } from "../state/account.ts";
import { PasskeyKey } from "../state/codes.ts";
import { toBase64Url } from "./verify.ts";

/**
 * The domain of the project's passkeys.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/PasskeyConfig
 */
export const readPasskeyConfig = ({ identity, projectId }: ServiceContext): object => ({
  name: `projects/${projectId}/passkeyConfig`,
  rpId: identity.settings.passkeys.rpId,
  expectedOrigins: identity.settings.passkeys.expectedOrigins,
});

export const changePasskeyConfig = defineOperation("passkeyConfig", (context, { rpId, expectedOrigins }) => {
  Object.assign(context.identity.settings.passkeys, omitUndefined({ rpId, expectedOrigins }));
  return readPasskeyConfig(context);
});

/** Removes passkeys: their keys immediately, and the account's entries with the returned changes. */
export function removePasskeys(
  { identity }: ServiceContext,
  { passkeyInfo = [] }: Account,
  credentialIds: readonly string[],
): Pick<AccountChanges, "passkeyInfo"> {
  const removed = credentialIds.map(toBase64Url);
  const isPasskeyOfAccount = (id: string) => passkeyInfo.some(({ credentialId }) => credentialId === id);
  assert(removed.every(isPasskeyOfAccount), "PASSKEY_ENROLLMENT_NOT_FOUND");
  for (const id of removed) identity.passkeys.keys.delete(id);
  return { passkeyInfo: passkeyInfo.filter(({ credentialId }) => !removed.includes(credentialId)) };
}

/** A passkey with its key. Google's files of `auth:export` have no passkeys, and its importer ignores them. */
const ExportedPasskey = v.object({ ...PasskeyInfo.entries, ...v.omit(PasskeyKey, ["uid"]).entries });
const WithPasskeys = v.object({ passkeyInfo: v.optional(v.array(ExportedPasskey), []) });

export const toExportedPasskeys = ({ identity }: ServiceContext, { passkeyInfo }: Account): object => ({
  ...(passkeyInfo && {
    passkeyInfo: passkeyInfo.map((passkey) => {
      const { publicKey, counter = 0 } = identity.passkeys.keys.get(passkey.credentialId) ?? {};
      return { ...passkey, counter, ...(publicKey !== undefined && { publicKey }) };
    }),
  }),
});

/** Imports the passkeys of one exported account. @throws {v.ValiError} if they are invalid */
export function importPasskeys({ identity }: ServiceContext, account: Account, user: unknown): void {
  const { passkeyInfo } = v.parse(WithPasskeys, user);
  if (passkeyInfo.length === 0) return;
  const { localId: uid } = account;
  for (const { credentialId, publicKey, counter } of passkeyInfo)
    identity.passkeys.keys.set(credentialId, { credentialId, uid, counter, publicKey });
  identity.update(account, {
    passkeyInfo: passkeyInfo.map(({ publicKey: _, counter: __, ...passkey }) => passkey),
  });
}
