import * as v from "valibot";
import type { ClockReading } from "../core/clock.ts";
import type { Message } from "../core/outbox.ts";
import type { ServiceContext } from "../core/service-context.ts";
import type { ActiveScript } from "../failures/failures.ts";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/router.ts";
import { parseBody } from "../http/wire.ts";
import { signUp } from "../identity-toolkit/operations/sign-up.ts";
import { update } from "../identity-toolkit/operations/update.ts";
import { computeTotpCode, totpValidForMs } from "../identity-toolkit/proofs/totp.ts";
import type { Account } from "../identity-toolkit/state/account.ts";
import { totpStepAt } from "../identity-toolkit/state/codes.ts";
import type { Settings } from "../identity-toolkit/state/settings.ts";
import { createScenarios } from "../scenarios/scenarios.ts";

type ShownAccount = Omit<Account, "passwordHash" | "salt">;

const toShownAccount = ({ passwordHash: _, salt: __, ...account }: Account): ShownAccount => account;

const findNamedAccount = ({ identity }: ServiceContext, { params }: Call): Account => {
  const account = identity.account(params["uid"] ?? "");
  if (!account) throw new ApiError("USER_NOT_FOUND", 404);
  return account;
};

export const createAccount = (context: ServiceContext, call: Call): Promise<object> =>
  signUp.run(context, parseBody(signUp.schema, call.fields), { ...call, owner: true });

const Revocation = v.object({ revoke: v.optional(v.boolean("must be boolean")) }, "must be object");

/** Takes the fields of `accounts:update`, and `revoke: true` for "sign this account out everywhere". */
export async function editAccount(context: ServiceContext, call: Call): Promise<ShownAccount> {
  const { localId } = findNamedAccount(context, call);
  const { revoke } = parseBody(Revocation, call.fields);
  await update.run(context, { ...parseBody(update.schema, call.fields), localId }, { ...call, owner: true });
  // One second ahead, so that sessions that began in the current second are revoked too.
  if (revoke)
    context.identity.update({ localId }, { validSince: String(Math.floor(context.clock.now() / 1000) + 1) });
  return toShownAccount(findNamedAccount(context, call));
}

export const removeAccount = (context: ServiceContext, call: Call): void =>
  context.identity.remove(findNamedAccount(context, call).localId);

/** Everything that the workbench shows except its log, in one response. */
export type Overview = {
  projectId: string;
  /** The name of this world; null for the default one. */
  world: string | null;
  /** All named worlds on this port. */
  worlds: { name: string }[];
  clock: ClockReading;
  accounts: ShownAccount[];
  messages: Message[];
  failures: ActiveScript[];
  scenarios: { name: string; tells: string; email: string }[];
  settings: Settings;
};

const MESSAGES_SHOWN = 50;

export const createOverview = (context: ServiceContext): Overview => ({
  projectId: context.projectId,
  world: context.world ?? null,
  worlds: context.worlds?.list() ?? [],
  clock: context.clock.reading(),
  accounts: context.identity.accounts().reverse().map(toShownAccount),
  messages: context.outbox.list().slice(0, MESSAGES_SHOWN),
  failures: context.failures.list(),
  scenarios: createScenarios(context).list(),
  settings: context.identity.settings,
});

export type ShownCode = { mfaEnrollmentId: string; code: string; validForMs: number };

/** The current codes of this account's authenticator apps. */
export async function currentTotpCodes(
  { identity, clock }: ServiceContext,
  email: string,
): Promise<ShownCode[]> {
  const account = identity.accountByEmail(email);
  if (!account) throw new ApiError("EMAIL_NOT_FOUND", 404);
  const now = clock.now();
  const records = (account.mfaInfo ?? []).flatMap(
    ({ mfaEnrollmentId }) => identity.totp.get(mfaEnrollmentId) ?? [],
  );
  return Promise.all(
    records.map(async ({ mfaEnrollmentId = "", secret, lastStep }) => {
      // A code works once, so after a used code the next one is shown.
      const step = Math.max(totpStepAt(now), lastStep + 1);
      const early = (step - totpStepAt(now)) * 30_000;
      return {
        mfaEnrollmentId,
        code: await computeTotpCode(secret, step),
        validForMs: totpValidForMs(now) + early,
      };
    }),
  );
}
