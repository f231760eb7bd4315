import { TOTP } from "otpauth";
import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { userDocumentName } from "../firestore/documents/name.ts";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/router.ts";
import { optionalFields, parseBody } from "../http/wire.ts";
import { signUp } from "../identity-toolkit/operations/sign-up.ts";
import { update } from "../identity-toolkit/operations/update.ts";
import { computeTotpCode, TOTP_PARAMETERS } from "../identity-toolkit/proofs/totp.ts";
import type { Account } from "../identity-toolkit/state/account.ts";

const findNamedAccount = ({ identity }: ServiceContext, { params }: Call): Account => {
  const account = identity.account(params["uid"] ?? "");
  if (!account) throw new ApiError("USER_NOT_FOUND", 404);
  return account;
};

export const createAccount = (context: ServiceContext, call: Call): Promise<object> =>
  signUp.run(context, parseBody(signUp.schema, call.fields), { ...call, owner: true });

const Edit = v.object(
  {
    revoke: v.optional(v.boolean("must be boolean")),
    ...optionalFields(v.string("must be string"), "newProvider", "newFactor"),
  },
  "must be object",
);

/**
 * Takes the fields of `accounts:update`, a provider to link, the phone number of a second factor to add, and
 * `revoke: true` for "sign this account out everywhere".
 */
export async function editAccount(context: ServiceContext, call: Call): Promise<object> {
  const { localId, mfaInfo = [] } = findNamedAccount(context, call);
  const { revoke, newProvider, newFactor } = parseBody(Edit, call.fields);
  const factor = { phoneInfo: newFactor, mfaEnrollmentId: context.random.id(28) };
  const fields = {
    ...parseBody(update.schema, call.fields),
    localId,
    ...(newProvider && { linkProviderUserInfo: { providerId: newProvider, rawId: localId } }),
    ...(newFactor && { mfa: { enrollments: [...mfaInfo, factor] } }),
  };
  await update.run(context, fields, { ...call, owner: true });
  // One second ahead, so that sessions that began in the current second are revoked too.
  if (revoke)
    context.identity.update({ localId }, { validSince: String(Math.floor(context.clock.now() / 1000) + 1) });
  const { passwordHash: _, salt: __, ...account } = findNamedAccount(context, call);
  return account;
}

export const removeAccount = (context: ServiceContext, call: Call): void =>
  context.identity.remove(findNamedAccount(context, call).localId);

/** Texts to set; an empty one removes its field. */
const DocumentChanges = v.record(v.string(), v.string("must be string"), "must be object");

export function editUserDocument(
  { projectId, documents: { store } }: ServiceContext,
  { params, fields }: Call,
): void {
  const name = userDocumentName(projectId, params["uid"]);
  const changes = parseBody(DocumentChanges, fields);
  const unchanged = Object.entries(store.get(name)?.fields ?? {}).filter(([field]) => !(field in changes));
  const set = Object.entries(changes).filter(([, text]) => text !== "");
  const added = set.map(([field, stringValue]) => [field, { stringValue }] as const);
  store.put(name, Object.fromEntries([...unchanged, ...added]));
}

/** What an authenticator app shows. A code works once, so after a used code the next one is shown. */
export function currentTotpCodes({ identity, clock }: ServiceContext, email: string) {
  const account = identity.accountByEmail(email);
  if (!account) throw new ApiError("EMAIL_NOT_FOUND", 404);
  const now = clock.now();
  return (account.mfaInfo ?? []).flatMap(({ mfaEnrollmentId }) => {
    const app = identity.totp.get(mfaEnrollmentId);
    if (!app) return [];
    const timestamp = Math.max(now, (app.lastStep + 1) * TOTP_PARAMETERS.periodSec * 1000);
    const validForMs = timestamp - now + TOTP.remaining({ timestamp });
    return [{ mfaEnrollmentId, code: computeTotpCode(app.secret, timestamp), validForMs }];
  });
}
