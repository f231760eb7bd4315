import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { type Account, PasskeyInfo } from "../state/account.ts";
import { PasskeyKey } from "../state/passkey-store.ts";

/** A passkey with its key. Google's files of `auth:export` have none, and its importer ignores them. */
const ExportedPasskey = v.object({ ...PasskeyInfo.entries, ...v.omit(PasskeyKey, ["uid"]).entries });
const WithPasskeys = v.object({ passkeyInfo: v.optional(v.array(ExportedPasskey), []) });

/** The passkeys of an account, with the data to sign in with them elsewhere. */
export const exportedPasskeys = ({ identity }: ServiceContext, { passkeyInfo }: Account): object => ({
  ...(passkeyInfo && {
    passkeyInfo: passkeyInfo.map((passkey) => {
      const { publicKey, counter = 0 } = identity.passkeys.keys.get(passkey.credentialId) ?? {};
      return { ...passkey, counter, ...(publicKey !== undefined && { publicKey }) };
    }),
  }),
});

/** Imports passkeys from such a file. @throws {v.ValiError} if they are invalid */
export function importPasskeys({ identity }: ServiceContext, account: Account, user: unknown): void {
  const { passkeyInfo } = v.parse(WithPasskeys, user);
  if (passkeyInfo.length === 0) return;
  const { localId: uid } = account;
  for (const { credentialId, publicKey, counter } of passkeyInfo)
    identity.passkeys.keys.set(credentialId, {
      credentialId,
      uid,
      counter,
      ...(publicKey !== undefined && { publicKey }),
    });
  identity.update(account, {
    passkeyInfo: passkeyInfo.map(({ publicKey: _, counter: __, ...passkey }) => passkey),
  });
}
