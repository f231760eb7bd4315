import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError } from "../../http/api-error.ts";
import { parseBody } from "../../http/wire.ts";
import { exportedPasskeys, importPasskeys } from "../passkeys/transfer.ts";
import type { Account } from "../state/account.ts";
import { accountFromUpload, Upload } from "./upload.ts";

/**
 * One account in a file of `firebase auth:export --format=json`: as in `accounts:lookup`, except that `lastLoginAt`
 * is called `lastSignedInAt` and the providers omit our own two.
 * @see https://firebase.google.com/docs/cli/auth#json_format
 */
function exported(context: ServiceContext, account: Account): Record<string, unknown> {
  const { lastLoginAt, lastRefreshAt, validSince, initialEmail, providerUserInfo = [], ...rest } = account;
  return {
    ...rest,
    ...(lastLoginAt !== undefined && { lastSignedInAt: lastLoginAt }),
    ...exportedPasskeys(context, account),
    providerUserInfo: providerUserInfo
      .filter(({ providerId }) => providerId !== "password" && providerId !== "phone")
      .map(({ providerId, rawId, email, displayName, photoUrl }) => ({
        providerId,
        rawId,
        email,
        displayName,
        photoUrl,
      })),
  };
}

/** All accounts as a file that `firebase auth:import` can read too. */
export const exportAccounts = (context: ServiceContext): { users: Record<string, unknown>[] } => ({
  users: context.identity.accounts().map((account) => exported(context, account)),
});

const File = v.object({ users: v.array(v.unknown(), "must be array") }, "must be object");
const Renamed = v.looseObject({ lastSignedInAt: v.optional(v.string()) });

export type ImportReport = { imported: number; refused: { index: number; message: string }[] };

/**
 * Imports accounts from a file of `auth:export`, Google's or ours. Passwords are imported only if the file has the
 * emulator's fake hashes. An account with a real hash is imported, but cannot sign in with its password.
 */
export function importAccounts(context: ServiceContext, file: unknown): ImportReport {
  const { users } = parseBody(File, file);
  const refused: ImportReport["refused"] = [];
  users.forEach((user, index) => {
    try {
      const { lastSignedInAt, ...fields } = v.parse(Renamed, user);
      const upload = parseBody(Upload, { lastLoginAt: lastSignedInAt, ...fields });
      const account = accountFromUpload(context, upload, { allowOverwrite: true });
      importPasskeys(context, account, user);
    } catch (cause) {
      if (!(cause instanceof ApiError || cause instanceof v.ValiError)) throw cause;
      refused.push({ index, message: cause.message });
    }
  });
  return { imported: users.length - refused.length, refused };
}
