import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { enrollmentsFromRequest } from "../proofs/mfa-enrollments.ts";
import { assertStrongPassword, newPasswordFields } from "../proofs/passwords.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { createAccount, storeSignInChanges } from "../sign-in/complete-sign-in.ts";
import {
  type Account,
  type AccountChanges,
  isEmail,
  isPhoneNumber,
  toCanonicalEmail,
} from "../state/account.ts";
import { decodeIdToken, issueTokens, sessionOf, verifyIdToken } from "../tokens/tokens.ts";

type Body = RequestBody<"signUp">;

/**
 * Creates an account: with a password, or anonymous without a credential. With an ID token, adds a password to the
 * caller's account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp
 */
export const signUp = defineOperation("signUp", async (context, body, { owner }) => {
  if (owner) return signUpAsOwner(context, body);
  assert(!body.localId, "UNEXPECTED_PARAMETER : User ID");
  return body.idToken || body.password || body.email
    ? signUpWithPassword(context, body)
    : signUpAnonymously(context, body);
});

const requestedSecondFactors = (context: ServiceContext, { mfaInfo }: Body): AccountChanges =>
  mfaInfo ? { mfaInfo: enrollmentsFromRequest(context, mfaInfo, { makeIds: true }) } : {};

async function signUpWithPassword(context: ServiceContext, body: Body) {
  const { identity, clock, limits } = context;
  const { email, password, idToken, displayName } = body;
  assert(email, "MISSING_EMAIL");
  assert(password, "MISSING_PASSWORD");
  assert(identity.settings.passwordSignIn, "OPERATION_NOT_ALLOWED");
  assert(isEmail(email), "INVALID_EMAIL");
  assertHuman(context, "EMAIL_PASSWORD_PROVIDER", body);
  limits.count("signUp", toCanonicalEmail(email));
  const holder = identity.accountByEmail(email);
  // Unlike in the emulator, adding a password to the account's own address is no error.
  const ownAddress =
    idToken && holder && !holder.passwordHash && decodeIdToken(idToken)?.claims.sub === holder.localId;
  assert(!holder || ownAddress, "EMAIL_EXISTS");
  assertStrongPassword(context, password);
  const factors = requestedSecondFactors(context, body);
  const caller = idToken ? await verifyIdToken(context, idToken) : undefined;

  const now = String(clock.now());
  const credential = { email: toCanonicalEmail(email), ...newPasswordFields(context, password), ...factors };
  if (caller) {
    const { account: existing } = caller;
    const account = identity.update(existing, {
      ...credential,
      // A new address starts a new profile, as in the emulator.
      displayName: ownAddress ? (displayName ?? existing.displayName) : displayName,
      emailVerified: existing.email === credential.email && (existing.emailVerified ?? false),
      lastLoginAt: now,
    });
    const signIn = { provider: "password", secondFactor: sessionOf(caller).secondFactor };
    return createSignUpResponse(account, await issueTokens(context, account, signIn));
  }
  const details = { signInMethod: "password" };
  const changes = { ...credential, displayName, emailVerified: false, createdAt: now, lastLoginAt: now };
  const created = await createAccount(context, { changes }, details);
  const { account, extraClaims } = await storeSignInChanges(context, created, {}, details);
  assert(!account.disabled, "USER_DISABLED");
  return createSignUpResponse(
    account,
    await issueTokens(context, account, { provider: "password", extraClaims }),
  );
}

async function signUpAnonymously(context: ServiceContext, body: Body) {
  const { identity, clock } = context;
  assert(identity.settings.anonymousSignIn, "ADMIN_ONLY_OPERATION");
  assert(body.email === undefined, "INVALID_EMAIL");
  const factors = requestedSecondFactors(context, body);
  const now = String(clock.now());
  const account = identity.create(context.random.id(28), { ...factors, createdAt: now, lastLoginAt: now });
  return createSignUpResponse(account, await issueTokens(context, account, { provider: "anonymous" }));
}

/** The administrator may set every field and gets no tokens. An ID token names the account to change. */
async function signUpAsOwner(context: ServiceContext, body: Body): Promise<object> {
  const { identity, clock } = context;
  const { localId, email, password, displayName, photoUrl, phoneNumber, idToken } = body;
  if (idToken) assert(!localId, "UNEXPECTED_PARAMETER : User ID");
  if (localId) assert(!identity.account(localId), "DUPLICATE_LOCAL_ID");
  if (phoneNumber) {
    assert(isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
    assert(!identity.accountByPhone(phoneNumber), "PHONE_NUMBER_EXISTS");
  }
  if (email) {
    assert(isEmail(email), "INVALID_EMAIL");
    assert(!identity.accountByEmail(email), "EMAIL_EXISTS");
  }
  if (password) assertStrongPassword(context, password);
  const changes: AccountChanges = {
    displayName,
    photoUrl,
    emailVerified: body.emailVerified ?? false,
    lastLoginAt: String(clock.now()),
    ...(email && { email: toCanonicalEmail(email) }),
    ...(password && newPasswordFields(context, password)),
    ...(phoneNumber && { phoneNumber }),
    ...(body.disabled && { disabled: true }),
    ...requestedSecondFactors(context, body),
  };
  const existing = idToken ? (await verifyIdToken(context, idToken)).account : undefined;
  const account = existing
    ? identity.update(existing, changes)
    : identity.create(localId || context.random.id(28), { ...changes, createdAt: String(clock.now()) });
  return createSignUpResponse(account);
}

const createSignUpResponse = ({ localId, displayName, email }: Account, tokens?: object) => ({
  kind: "identitytoolkit#SignupNewUserResponse",
  localId,
  displayName,
  email,
  ...tokens,
});
