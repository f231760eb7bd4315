import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/call.ts";
import { parseBody } from "../http/wire.ts";
import { UpdateBody } from "../identity-toolkit/operations/account-edit.ts";
import { SignUpBody, signUp } from "../identity-toolkit/operations/sign-up.ts";
import { update } from "../identity-toolkit/operations/update.ts";
import type { Account } from "../identity-toolkit/state/account.ts";

/** An account in the workbench, without its password. */
export type ShownAccount = Omit<Account, "passwordHash" | "salt">;

export const shown = ({ passwordHash: _, salt: __, ...account }: Account): ShownAccount => account;

const find = ({ identity }: ServiceContext, { params }: Call): Account => {
  const account = identity.account(params["uid"] ?? "");
  if (!account) throw new ApiError("USER_NOT_FOUND", 404);
  return account;
};

export const createAccount = (context: ServiceContext, { fields }: Call): Promise<object> =>
  signUp(context, parseBody(SignUpBody, fields), true);

const Revocation = v.object({ revoke: v.optional(v.boolean("must be boolean")) }, "must be object");

/** Takes the fields of `accounts:update`, and `revoke: true` for "sign this account out everywhere". */
export async function editAccount(context: ServiceContext, call: Call): Promise<ShownAccount> {
  const { localId } = find(context, call);
  const { revoke } = parseBody(Revocation, call.fields);
  await update(context, { ...parseBody(UpdateBody, call.fields), localId }, true, call);
  // One second ahead, so that sessions that began in the current second are revoked too.
  if (revoke)
    context.identity.update({ localId }, { validSince: String(Math.floor(context.clock.now() / 1000) + 1) });
  return shown(find(context, call));
}

export function removeAccount(context: ServiceContext, call: Call): object {
  context.identity.remove(find(context, call).localId);
  return {};
}
