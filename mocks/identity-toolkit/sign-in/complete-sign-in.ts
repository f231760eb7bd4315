import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { encodeBase64Json } from "../../http/wire.ts";
import type { Account, AccountChanges, ProviderInfo } from "../state/account.ts";
import { issueTokens, type SignIn, sessionOf, toFactorHint, type Verified } from "../tokens/tokens.ts";
import { callBlockingFunction } from "./call.ts";
import type { SignInDetails } from "./event.ts";

/** Changes of a sign-in that are stored only if no blocking function refuses. */
export type Pending = { changes?: AccountChanges; upsert?: readonly ProviderInfo[] };

/**
 * Creates an account with the changes of `beforeCreate`. Another request may take the address or the phone number
 * meanwhile.
 */
export async function createAccount(
  context: ServiceContext,
  { changes = {}, upsert }: Pending,
  details: SignInDetails,
): Promise<Account> {
  const { identity, random } = context;
  const localId = random.id(28);
  const draft = { localId, ...changes, ...(upsert && { providerUserInfo: [...upsert] }) };
  const verdict = await callBlockingFunction(context, "beforeCreate", draft, details);
  assert(!changes.email || !identity.accountByEmail(changes.email), "EMAIL_EXISTS");
  assert(!changes.phoneNumber || !identity.accountByPhone(changes.phoneNumber), "PHONE_NUMBER_EXISTS");
  return identity.create(localId, { ...changes, ...verdict.changes }, upsert && { upsert });
}

/**
 * Stores what a sign-in changes, with the changes of `beforeSignIn`. That function is not called for a disabled
 * account or before the second factor.
 */
export async function storeSignInChanges(
  context: ServiceContext,
  account: Account,
  { changes = {}, upsert = [] }: Pending,
  details: SignInDetails | undefined,
): Promise<{ account: Account; extraClaims: Record<string, unknown> | undefined }> {
  const { identity } = context;
  const verdict =
    details && !account.disabled
      ? await callBlockingFunction(context, "beforeSignIn", { ...account, ...changes }, details)
      : undefined;
  assert(identity.account(account.localId), "USER_NOT_FOUND");
  const next = identity.update(account, { ...changes, ...verdict?.changes }, { upsert });
  return { account: next, extraClaims: verdict?.extraClaims };
}

/** A sign-in whose account is known. Without `details`, no blocking function is called. */
export type Completion = SignIn & { pending?: Pending; details?: SignInDetails };

/**
 * Completes a sign-in: with tokens, or, if a second factor is enrolled, with the pending credential for `mfaSignIn`.
 * The times of the last sign-in and refresh change only when tokens are issued.
 * @param linkedBy the caller whose session adds a sign-in method; it has already passed its second factor
 */
export async function completeSignIn(
  context: ServiceContext,
  account: Account,
  { pending = {}, details, ...signIn }: Completion,
  linkedBy?: Verified,
): Promise<Record<string, unknown>> {
  const hasSecondFactor = context.identity.settings.secondFactors && Boolean(account.mfaInfo?.length);
  const asksAgain = !linkedBy && hasSecondFactor;
  const asked = await storeSignInChanges(context, account, pending, asksAgain ? undefined : details);
  // With any other sign-in method, the account gets the time of this sign-in even if a blocking function has just
  // disabled it.
  if (asksAgain || details?.signInMethod === "emailLink") assert(!asked.account.disabled, "USER_DISABLED");
  if (asksAgain) {
    const credential = {
      _AuthEmulatorMfaPendingCredential: "DO NOT MODIFY",
      localId: account.localId,
      signInProvider: signIn.provider,
      projectId: context.projectId,
      issuedAt: Math.floor(context.clock.now() / 1000),
    };
    return {
      mfaPendingCredential: encodeBase64Json(credential),
      mfaInfo: account.mfaInfo?.map(toFactorHint),
    };
  }
  const current = context.identity.update(asked.account, { lastLoginAt: String(context.clock.now()) });
  assert(!current.disabled, "USER_DISABLED");
  return issueTokens(context, current, {
    ...signIn,
    extraClaims: asked.extraClaims,
    ...(linkedBy && { secondFactor: sessionOf(linkedBy).secondFactor }),
  });
}
