import { decodeJwt } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import { primitiveToText } from "../../http/wire.ts";
import { requireValidOobCode } from "../proofs/oob.ts";
import { assertMeetsPolicy } from "../proofs/passwords.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { redeemSmsCode, sendSmsCode } from "../proofs/sms.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { completeSignIn, createAccount } from "../sign-in/complete-sign-in.ts";
import { fakePasswordHash, isEmail, isPhoneNumber, toCanonicalEmail } from "../state/account.ts";
import { assertClaims, issueTokens, verifyIdToken } from "../tokens/tokens.ts";

/**
 * Exchanges an email address and password for tokens. A disabled account is refused before its password is checked,
 * as in Google's API.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPassword
 */
export const signInWithPassword = defineOperation("signInWithPassword", async (context, body) => {
  const { identity, limits } = context;
  const { email, password } = body;
  assert(identity.settings.passwordSignIn, "PASSWORD_LOGIN_DISABLED");
  assert(email !== undefined, "MISSING_EMAIL");
  assert(isEmail(email), "INVALID_EMAIL");
  assert(password, "MISSING_PASSWORD");
  assertHuman(context, "EMAIL_PASSWORD_PROVIDER", body);
  if (body.captchaChallenge) throw notImplemented("captcha unimplemented");
  if (body.idToken || body.pendingIdToken)
    throw notImplemented(
      "idToken / pendingIdToken is no longer in use and unsupported by the Auth Emulator.",
    );
  limits.check("signIn", toCanonicalEmail(email));

  const secretive = identity.settings.enumerationProtection;
  const account = identity.accountByEmail(email);
  assert(account, secretive ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND");
  assert(!account.disabled, "USER_DISABLED");
  const matches =
    Boolean(account.salt) && account.passwordHash === fakePasswordHash(password, account.salt ?? "");
  if (!matches) limits.note("signIn", toCanonicalEmail(email));
  assert(matches, secretive ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD");
  if (identity.settings.passwordPolicy.forceUpgradeOnSignin) assertMeetsPolicy(context, password);
  return {
    kind: "identitytoolkit#VerifyPasswordResponse",
    registered: true,
    localId: account.localId,
    email: account.email,
    ...(await completeSignIn(context, account, {
      provider: "password",
      details: { signInMethod: "password" },
    })),
  };
});

/**
 * Signs in a user who has a mailed link and gives the address that it was sent to. Creates an account if needed. With
 * an ID token, adds the address to the caller's account. Only the right address spends the link.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithEmailLink
 */
export const signInWithEmailLink = defineOperation("signInWithEmailLink", async (context, body) => {
  const { identity, clock } = context;
  assert(identity.settings.emailLinkSignIn, "OPERATION_NOT_ALLOWED");
  const verified = body.idToken ? await verifyIdToken(context, body.idToken) : undefined;
  const caller = verified?.account;
  assert(body.email, "MISSING_EMAIL");
  assert(body.oobCode, "MISSING_OOB_CODE");
  const oob = requireValidOobCode(context, body.oobCode);
  assert(oob.requestType === "EMAIL_SIGNIN", "INVALID_OOB_CODE");
  const email = toCanonicalEmail(body.email);
  assert(email === oob.email, "INVALID_EMAIL : The email provided does not match the sign-in email address.");
  identity.oobCodes.delete(oob.oobCode);

  const holder = identity.accountByEmail(email);
  const existing = caller ?? holder;
  assert(!existing?.disabled, "USER_DISABLED");
  assert(!caller || !holder || caller.localId === holder.localId, "EMAIL_EXISTS");
  const proven = { email, emailVerified: true, emailLinkSignin: true };
  const details = { signInMethod: "emailLink" };
  const account =
    existing ??
    (await createAccount(context, { changes: { ...proven, createdAt: String(clock.now()) } }, details));
  const pending = existing ? { changes: proven } : {};
  return {
    kind: "identitytoolkit#EmailLinkSigninResponse",
    email,
    localId: account.localId,
    isNewUser: existing === undefined,
    ...(await completeSignIn(context, account, { provider: "password", details, pending }, verified)),
  };
});

const AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

const Payload = v.record(v.string(), v.unknown());
type Payload = v.InferOutput<typeof Payload>;

const decodeTokenPayload = (token: string): Payload => {
  try {
    return v.parse(Payload, decodeJwt(token));
  } catch {
    throw new ApiError("INVALID_CUSTOM_TOKEN : Invalid assertion format");
  }
};

/** A JWT with any key, or, for use in a terminal, only its payload as JSON. */
function decodeCustomToken(token: string): Payload {
  if (token.startsWith("{")) {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Payload), token);
    assert(
      parsed.success,
      "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))",
    );
    return parsed.output;
  }
  const payload = decodeTokenPayload(token);
  assert(
    payload["aud"] === AUDIENCE,
    `INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): ${String(payload["aud"])} Note: Firebase ID Tokens / third-party tokens cannot be used with signInWithCustomToken.))`,
  );
  return payload;
}

/**
 * Signs in the account of a custom token, and creates it if needed. The response has no `localId`.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithCustomToken
 */
export const signInWithCustomToken = defineOperation("signInWithCustomToken", async (context, { token }) => {
  const { identity, clock } = context;
  assert(token, "MISSING_CUSTOM_TOKEN");
  const payload = decodeCustomToken(token);
  assert(payload["tenant_id"] === undefined, "TENANT_ID_MISMATCH");
  const uid = primitiveToText(payload["uid"]) ?? primitiveToText(payload["user_id"]);
  assert(uid, "MISSING_IDENTIFIER");
  const extraClaims = "claims" in payload ? assertClaims(payload["claims"]) : {};

  const existing = identity.account(uid);
  assert(!existing?.disabled, "USER_DISABLED");
  const now = String(clock.now());
  const account = existing
    ? identity.update(existing, { customAuth: true, lastLoginAt: now })
    : identity.create(uid, { customAuth: true, lastLoginAt: now, createdAt: now });
  return {
    kind: "identitytoolkit#VerifyCustomTokenResponse",
    isNewUser: existing === undefined,
    ...(await issueTokens(context, account, { provider: "custom", extraClaims })),
  };
});

const PHONE_IS_SECOND_FACTOR_USER =
  "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.";

/**
 * Sends an SMS code. Any token of reCAPTCHA v2 is accepted, even none.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendVerificationCode
 */
export const sendVerificationCode = defineOperation("sendVerificationCode", (context, body) => {
  const { phoneNumber } = body;
  assert(phoneNumber && isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
  assertHuman(context, "PHONE_PROVIDER", body);
  const holder = context.identity.accountByPhone(phoneNumber);
  assert(!holder?.mfaInfo?.length, PHONE_IS_SECOND_FACTOR_USER);
  return { sessionInfo: sendSmsCode(context, phoneNumber) };
});

type PhoneBody = RequestBody<"signInWithPhoneNumber">;

const PROOF_LIFETIME_S = 3600;

/** The number that the caller has proved to own: by code, or by the temporary proof of an earlier response. */
function readProvenNumber(context: ServiceContext, body: PhoneBody): string {
  if (!body.temporaryProof) return redeemSmsCode(context, body);
  assert(body.phoneNumber, "MISSING_PHONE_NUMBER");
  const proof = context.identity.temporaryProofs.get(body.temporaryProof);
  assert(
    proof && proof.phoneNumber === body.phoneNumber && proof.expiresAt > context.clock.now(),
    "INVALID_TEMPORARY_PROOF",
  );
  return proof.phoneNumber;
}

/** The number belongs to another account: a proof lets the client sign in there without a second SMS. */
function createTakenNumberResponse(context: ServiceContext, body: PhoneBody, phoneNumber: string): object {
  assert(!body.temporaryProof, "PHONE_NUMBER_EXISTS");
  const temporaryProof = context.random.code(119);
  const expiresAt = context.clock.now() + PROOF_LIFETIME_S * 1000;
  context.identity.temporaryProofs.set(temporaryProof, { phoneNumber, expiresAt });
  return { phoneNumber, temporaryProof, temporaryProofExpiresIn: String(PROOF_LIFETIME_S) };
}

/**
 * Signs in with a phone number, and creates an account if needed. With an ID token, adds the number to the caller's
 * account. `operation: REAUTH` creates no account, unlike in the emulator.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPhoneNumber
 */
export const signInWithPhoneNumber = defineOperation("signInWithPhoneNumber", async (context, body) => {
  const { identity, clock } = context;
  const phoneNumber = readProvenNumber(context, body);
  const caller = body.idToken ? (await verifyIdToken(context, body.idToken)).account : undefined;
  const holder = identity.accountByPhone(phoneNumber);
  if (caller && holder && caller.localId !== holder.localId)
    return createTakenNumberResponse(context, body, phoneNumber);

  const existing = caller ?? holder;
  assert(!existing?.disabled, "USER_DISABLED");
  assert(!existing?.mfaInfo?.length, PHONE_IS_SECOND_FACTOR_USER);
  assert(existing || body.operation !== "REAUTH", "USER_NOT_FOUND");
  const now = String(clock.now());
  const details = { signInMethod: "phone" };
  const changes = { phoneNumber, lastLoginAt: now };
  const account =
    existing ?? (await createAccount(context, { changes: { ...changes, createdAt: now } }, details));
  const pending = existing ? { changes } : {};
  return {
    isNewUser: existing === undefined,
    phoneNumber,
    localId: account.localId,
    ...(await completeSignIn(context, account, { provider: "phone", pending, details })),
  };
});
