import * as v from "valibot";
import { assert } from "../../http/api-error.ts";
import { flag, list, record, text } from "../../http/wire.ts";
import type { ServiceContext } from "../../service-context.ts";
import { canonicalEmail, isEmail, isPhoneNumber } from "../account.ts";
import { assertStrong, newPassword } from "../passwords.ts";
import { issueTokens } from "../tokens.ts";
import { decodeClaims, verifyIdToken } from "../verify-id-token.ts";

export const SignUpBody = record({
  email: v.optional(text),
  password: v.optional(text),
  idToken: v.optional(text),
  displayName: v.optional(text),
  photoUrl: v.optional(text),
  localId: v.optional(text),
  emailVerified: v.optional(flag),
  phoneNumber: v.optional(text),
  disabled: v.optional(flag),
  mfaInfo: v.optional(list(record({ phoneInfo: v.optional(text), displayName: v.optional(text) }))),
});
type Body = v.InferOutput<typeof SignUpBody>;

const KIND = "identitytoolkit#SignupNewUserResponse";

/**
 * Creates an account: with password, or anonymous when no credential is given, or, with an ID token, by giving
 * the caller's own account a password.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp
 */
export async function signUp(context: ServiceContext, body: Body, owner: boolean): Promise<object> {
  if (owner) return signUpAsOwner(context, body);
  assert(body.localId === undefined, "UNEXPECTED_PARAMETER : User ID");
  return body.idToken || body.password || body.email
    ? signUpWithPassword(context, body)
    : signUpAnonymously(context, body);
}

async function signUpWithPassword(context: ServiceContext, { email, password, idToken, displayName }: Body) {
  const { identity, clock, limits } = context;
  assert(email, "MISSING_EMAIL");
  assert(password, "MISSING_PASSWORD");
  assert(identity.settings.passwordSignIn, "OPERATION_NOT_ALLOWED");
  assert(isEmail(email), "INVALID_EMAIL");
  limits.count("signUp", canonicalEmail(email));
  const holder = identity.accountByEmail(email);
  // Unlike the emulator: giving a password to the address the account already has is no collision.
  const ownAddress =
    idToken && holder && !holder.passwordHash && decodeClaims(idToken)?.sub === holder.localId;
  assert(!holder || ownAddress, "EMAIL_EXISTS");
  assertStrong(context, password);
  const existing = idToken ? (await verifyIdToken(context, idToken)).account : undefined;

  const now = String(clock.now());
  const credential = { email: canonicalEmail(email), ...newPassword(context, password) };
  const name = displayName !== undefined && { displayName };
  const account = existing
    ? identity.update(existing, {
        ...credential,
        ...name,
        emailVerified: existing.email === credential.email && (existing.emailVerified ?? false),
        lastLoginAt: now,
      })
    : identity.create(context.random.id(28), {
        ...credential,
        ...name,
        emailVerified: false,
        createdAt: now,
        lastLoginAt: now,
      });
  return answer(account, await issueTokens(context, account, { provider: "password" }));
}

async function signUpAnonymously(context: ServiceContext, body: Body) {
  const { identity, clock } = context;
  assert(identity.settings.anonymousSignIn, "ADMIN_ONLY_OPERATION");
  assert(body.email === undefined, "INVALID_EMAIL");
  const now = String(clock.now());
  const account = identity.create(context.random.id(28), { createdAt: now, lastLoginAt: now });
  return answer(account, await issueTokens(context, account, { provider: "anonymous" }));
}

/** The administrator may set every field and gets no tokens. */
function signUpAsOwner(context: ServiceContext, body: Body): object {
  const { identity, clock } = context;
  const { localId, email, password, displayName, photoUrl, emailVerified, phoneNumber, disabled } = body;
  if (localId !== undefined) assert(!identity.account(localId), "DUPLICATE_LOCAL_ID");
  if (email !== undefined) {
    assert(isEmail(email), "INVALID_EMAIL");
    assert(!identity.accountByEmail(email), "EMAIL_EXISTS");
  }
  if (phoneNumber !== undefined) {
    assert(isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
    assert(!identity.accountByPhone(phoneNumber), "PHONE_NUMBER_EXISTS");
  }
  if (password !== undefined) assertStrong(context, password);
  const account = identity.create(localId ?? context.random.id(28), {
    ...(email !== undefined && { email: canonicalEmail(email), emailVerified: emailVerified ?? false }),
    ...(password !== undefined && newPassword(context, password)),
    ...(displayName !== undefined && { displayName }),
    ...(photoUrl !== undefined && { photoUrl }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(disabled !== undefined && { disabled }),
    createdAt: String(clock.now()),
  });
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
