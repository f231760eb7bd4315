import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { operation } from "../../http/operation.ts";
import { flag, list, optional, record, text } from "../../http/wire.ts";
import { requestedEnrollments } from "../proofs/mfa-enrollments.ts";
import { assertStrong, newPassword } from "../proofs/passwords.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { beforeSignIn, createAccount } from "../sign-in/complete-sign-in.ts";
import { type AccountChanges, canonicalEmail, isEmail, isPhoneNumber } from "../state/account.ts";
import { issueTokens } from "../tokens/tokens.ts";
import { decodeClaims, verifyIdToken } from "../tokens/verify-id-token.ts";
import { captchaFields } from "./unused-fields.ts";

const SignUpBody = record({
  ...captchaFields,
  ...optional(
    text,
    "instanceId",
    "targetProjectId",
    "email",
    "password",
    "idToken",
    "displayName",
    "photoUrl",
    "localId",
    "phoneNumber",
  ),
  ...optional(flag, "emailVerified", "disabled"),
  mfaInfo: v.optional(
    list(
      record({ phoneInfo: v.optional(text), displayName: v.optional(text), enrolledAt: v.optional(text) }),
    ),
  ),
});
type Body = v.InferOutput<typeof SignUpBody>;

const KIND = "identitytoolkit#SignupNewUserResponse";

/**
 * Creates an account: with a password, or anonymous without a credential. With an ID token, adds a password to the
 * caller's account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp
 */
export const signUp = operation(SignUpBody, async (context, body, { owner }) => {
  if (owner) return signUpAsOwner(context, body);
  assert(!body.localId, "UNEXPECTED_PARAMETER : User ID");
  return body.idToken || body.password || body.email
    ? signUpWithPassword(context, body)
    : signUpAnonymously(context, body);
});

const secondFactors = (context: ServiceContext, { mfaInfo }: Body): AccountChanges =>
  mfaInfo ? { mfaInfo: requestedEnrollments(context, mfaInfo, { makeIds: true }) } : {};

async function signUpWithPassword(context: ServiceContext, body: Body) {
  const { identity, clock, limits } = context;
  const { email, password, idToken, displayName } = body;
  assert(email, "MISSING_EMAIL");
  assert(password, "MISSING_PASSWORD");
  assert(identity.settings.passwordSignIn, "OPERATION_NOT_ALLOWED");
  assert(isEmail(email), "INVALID_EMAIL");
  assertHuman(context, "EMAIL_PASSWORD_PROVIDER", { ...body, answer: body.captchaResponse });
  limits.count("signUp", canonicalEmail(email));
  const holder = identity.accountByEmail(email);
  // Unlike in the emulator, adding a password to the account's own address is no collision.
  const ownAddress =
    idToken && holder && !holder.passwordHash && decodeClaims(idToken)?.sub === holder.localId;
  assert(!holder || ownAddress, "EMAIL_EXISTS");
  assertStrong(context, password);
  const factors = secondFactors(context, body);
  const existing = idToken ? (await verifyIdToken(context, idToken)).account : undefined;

  const now = String(clock.now());
  const credential = { email: canonicalEmail(email), ...newPassword(context, password), ...factors };
  if (existing) {
    const account = identity.update(existing, {
      ...credential,
      // A new address starts a new profile, as in the emulator.
      displayName: ownAddress ? (displayName ?? existing.displayName) : displayName,
      emailVerified: existing.email === credential.email && (existing.emailVerified ?? false),
      lastLoginAt: now,
    });
    return answer(account, await issueTokens(context, account, { provider: "password" }));
  }
  const details = { signInMethod: "password" };
  const changes = { ...credential, displayName, emailVerified: false, createdAt: now, lastLoginAt: now };
  const created = await createAccount(context, { changes }, details);
  const { account, extraClaims } = await beforeSignIn(context, created, {}, details);
  assert(!account.disabled, "USER_DISABLED");
  return answer(account, await issueTokens(context, account, { provider: "password", extraClaims }));
}

async function signUpAnonymously(context: ServiceContext, body: Body) {
  const { identity, clock } = context;
  assert(identity.settings.anonymousSignIn, "ADMIN_ONLY_OPERATION");
  assert(body.email === undefined, "INVALID_EMAIL");
  const factors = secondFactors(context, body);
  const now = String(clock.now());
  const account = identity.create(context.random.id(28), { ...factors, createdAt: now, lastLoginAt: now });
  return answer(account, await issueTokens(context, account, { provider: "anonymous" }));
}

/** The administrator may set every field and gets no tokens. With an ID token, changes its account. */
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
  if (password) assertStrong(context, password);
  const changes: AccountChanges = {
    displayName,
    photoUrl,
    emailVerified: body.emailVerified ?? false,
    lastLoginAt: String(clock.now()),
    ...(email && { email: canonicalEmail(email) }),
    ...(password && newPassword(context, password)),
    ...(phoneNumber && { phoneNumber }),
    ...(body.disabled && { disabled: true }),
    ...secondFactors(context, body),
  };
  const existing = idToken ? (await verifyIdToken(context, idToken)).account : undefined;
  const account = existing
    ? identity.update(existing, changes)
    : identity.create(localId || context.random.id(28), { ...changes, createdAt: String(clock.now()) });
  return answer(account, {});
}

const answer = (
  account: { localId: string; email?: string | undefined; displayName?: string | undefined },
  tokens: object,
) => ({
  kind: KIND,
  localId: account.localId,
  ...(account.displayName !== undefined && { displayName: account.displayName }),
  ...(account.email !== undefined && { email: account.email }),
  ...tokens,
});
