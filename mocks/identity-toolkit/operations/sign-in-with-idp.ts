import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import { primitiveToText } from "../../http/wire.ts";
import { readCredential } from "../idp/credential.ts";
import {
  type IdpCredential,
  profileChangesOf,
  providerResponseFields,
  toProviderInfo,
} from "../idp/profile.ts";
import { defineOperation } from "../requests/requests.ts";
import { completeSignIn, createAccount, type Pending } from "../sign-in/complete-sign-in.ts";
import type { SignInDetails } from "../sign-in/event.ts";
import type { Account, AccountChanges } from "../state/account.ts";
import { verifyIdToken } from "../tokens/tokens.ts";

type Outcome = { account: Account; pending?: Pending; isNewUser?: true; emailRecycled?: true };
type Conflict = { needConfirmation: true; localId: string; verifiedProvider?: string[] };

/** Adds this provider to the caller's account. @throws {ApiError} FEDERATED_USER_ID_ALREADY_LINKED, EMAIL_EXISTS */
function linkProvider({ identity }: ServiceContext, credential: IdpCredential, caller: Account): Outcome {
  const { providerId, claims } = credential;
  const email = claims.email?.toLowerCase();
  assert(!identity.accountByProvider(providerId, claims.sub), "FEDERATED_USER_ID_ALREADY_LINKED");
  const changes: AccountChanges = {};
  if (email && !identity.settings.allowDuplicateEmails) {
    const holder = identity.accountByEmail(email);
    assert(!holder || holder.localId === caller.localId, "EMAIL_EXISTS");
    if (!caller.email) Object.assign(changes, { email, emailVerified: claims.email_verified ?? false });
  }
  if (email && claims.email_verified && caller.email === email) changes.emailVerified = true;
  return { account: caller, pending: { changes, upsert: [toProviderInfo(credential)] } };
}

/**
 * The provider vouches for the address of an existing account, so both are the same person. If the account's address
 * was never verified, an attacker may have created it, so its password, phone and older tokens are removed.
 */
function takeOverAccount({ clock }: ServiceContext, credential: IdpCredential, holder: Account): Outcome {
  const recycled = holder.providerUserInfo?.some(({ providerId }) => providerId === credential.providerId);
  const unproven: AccountChanges = holder.emailVerified
    ? {}
    : {
        passwordHash: undefined,
        phoneNumber: undefined,
        validSince: String(Math.floor(clock.now() / 1000)),
      };
  const changes = { ...unproven, ...profileChangesOf(credential), emailVerified: true };
  const pending = { changes, upsert: [toProviderInfo(credential)] };
  return { account: holder, pending, ...(recycled && { emailRecycled: true as const }) };
}

const conflictWithAccount = ({ localId, providerUserInfo }: Account): Conflict => ({
  needConfirmation: true,
  localId,
  ...(providerUserInfo && {
    verifiedProvider: providerUserInfo
      .map(({ providerId }) => providerId)
      .filter((id) => id !== "password" && id !== "phone"),
  }),
});

async function findOrCreateAccount(
  context: ServiceContext,
  credential: IdpCredential,
  autoCreate: boolean,
  details: SignInDetails,
): Promise<Outcome | Conflict> {
  const { identity, clock } = context;
  const { providerId, claims } = credential;
  const known = identity.accountByProvider(providerId, claims.sub);
  const upsert = [toProviderInfo(credential)];
  if (known) return { account: known, pending: { upsert } };

  const email = claims.email?.toLowerCase();
  const oneAccountPerEmail = !identity.settings.allowDuplicateEmails;
  const holder = email !== undefined && oneAccountPerEmail ? identity.accountByEmail(email) : undefined;
  if (holder)
    return claims.email_verified ? takeOverAccount(context, credential, holder) : conflictWithAccount(holder);

  assert(autoCreate, "USER_NOT_FOUND");
  const now = String(clock.now());
  const address = email !== undefined &&
    oneAccountPerEmail && { email, emailVerified: claims.email_verified ?? false };
  const changes = { ...profileChangesOf(credential), ...address, createdAt: now, lastLoginAt: now };
  return { account: await createAccount(context, { changes, upsert }, details), isNewUser: true };
}

const signInDetailsOf = (
  { providerId: signInMethod, signInAttributes }: IdpCredential,
  answer: Record<string, unknown>,
): SignInDetails => ({
  signInMethod,
  rawUserInfo: answer["rawUserInfo"],
  signInAttributes: JSON.stringify(signInAttributes),
  tokens: {
    accessToken: primitiveToText(answer["oauthAccessToken"]),
    idToken: primitiveToText(answer["oauthIdToken"]),
    tokenSecret: primitiveToText(answer["oauthTokenSecret"]),
    expiresIn: primitiveToText(answer["oauthExpireIn"]),
  },
});

/**
 * Signs in, or links, with a provider's response: the callback URL, a token, or a pending token.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp
 */
export const signInWithIdp = defineOperation("signInWithIdp", async (context, body) => {
  for (const field of ["returnRefreshToken", "pendingIdToken"] as const)
    if (body[field]) throw notImplemented(`${field} is not implemented yet.`);
  const { requestUri } = body;
  assert(requestUri, "MISSING_REQUEST_URI");
  const credential = await readCredential(context, { ...body, requestUri });
  assert(
    context.identity.allowsProvider(credential.providerId),
    "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.",
  );
  const caller = body.idToken ? await verifyIdToken(context, body.idToken) : undefined;
  const answer = providerResponseFields(credential);
  const details = signInDetailsOf(credential, answer);
  let outcome: Outcome | Conflict;
  try {
    outcome = caller
      ? linkProvider(context, credential, caller.account)
      : await findOrCreateAccount(context, credential, body.autoCreate ?? true, details);
  } catch (cause) {
    // Linking conflicts arrive as a 200 with the credential, for clients that asked to keep it.
    if (cause instanceof ApiError && caller && body.returnIdpCredential)
      return { ...answer, errorMessage: cause.message };
    throw cause;
  }
  if (!("account" in outcome)) return { ...answer, ...outcome };

  const { account, pending = {}, ...flags } = outcome;
  const { providerId: provider, signInAttributes } = credential;
  const completed = await completeSignIn(
    context,
    account,
    { provider, signInAttributes, pending, details },
    caller,
  );
  const { localId, email, emailVerified } = context.identity.account(account.localId) ?? account;
  return { ...answer, ...flags, localId, ...(email === answer["email"] && { emailVerified }), ...completed };
});
