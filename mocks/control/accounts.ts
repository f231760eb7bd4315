import * as v from "valibot";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/call.ts";
import { parseBody } from "../http/wire.ts";
import type { Account } from "../identity-toolkit/account.ts";
import { UpdateBody } from "../identity-toolkit/account-edit.ts";
import { SignUpBody, signUp } from "../identity-toolkit/operations/sign-up.ts";
import { administer } from "../identity-toolkit/operations/update-as-owner.ts";
import type { World } from "../world.ts";

/** An account as the workbench shows it: without its password. */
export type ShownAccount = Omit<Account, "passwordHash" | "salt">;

export const shown = ({ passwordHash: _, salt: __, ...account }: Account): ShownAccount => account;

const find = ({ identity }: World, { params }: Call): Account => {
  const account = identity.account(params["uid"] ?? "");
  if (!account) throw new ApiError("USER_NOT_FOUND", 404);
  return account;
};

export const createAccount = (world: World, { fields }: Call): Promise<object> =>
  signUp(world, parseBody(SignUpBody, fields), true);

const Revocation = v.object({ revoke: v.optional(v.boolean("must be boolean")) }, "must be object");

/** Takes the fields of `accounts:update`, and `revoke: true` for "sign this account out everywhere". */
export function editAccount(world: World, call: Call): ShownAccount {
  const { localId } = find(world, call);
  const { revoke } = parseBody(Revocation, call.fields);
  administer(world, { ...parseBody(UpdateBody, call.fields), localId });
  // One second ahead: sessions that began in this very second are meant, too.
  if (revoke)
    world.identity.update({ localId }, { validSince: String(Math.floor(world.clock.now() / 1000) + 1) });
  return shown(find(world, call));
}

export function removeAccount(world: World, call: Call): object {
  world.identity.remove(find(world, call).localId);
  return {};
}
