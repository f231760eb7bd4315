import type { ServiceContext } from "../../core/service-context.ts";
import { assert, notImplemented } from "../../http/api-error.ts";
import { isAbsoluteUrl, mailOobCode, type OobDraft, requireValidOobCode } from "../proofs/oob.ts";
import { assertStrongPassword, newPasswordFields } from "../proofs/passwords.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { isEmail, toCanonicalEmail } from "../state/account.ts";
import { assertRecentSignIn, toFactorHint, type Verified, verifyIdToken } from "../tokens/tokens.ts";

type Body = RequestBody<"sendOobCode">;

const KIND = "identitytoolkit#GetOobConfirmationCodeResponse";

/**
 * The account that the mail is about: the caller's, or, if an administrator requests the link, the account with this
 * address.
 */
async function findMailedAccount(
  context: ServiceContext,
  body: Body,
): Promise<Pick<Verified, "account"> & Partial<Verified>> {
  if (!body.returnOobLink || body.idToken) return verifyIdToken(context, body.idToken);
  assert(body.email, "MISSING_EMAIL");
  const account = context.identity.accountByEmail(body.email);
  assert(account, "USER_NOT_FOUND");
  return { account };
}

async function parseAddressChange(context: ServiceContext, body: Body, owner: boolean) {
  assert(body.newEmail, "MISSING_NEW_EMAIL");
  assert(body.returnOobLink || body.idToken, "MISSING_ID_TOKEN");
  const { account, claims } = await findMailedAccount(context, body);
  if (claims && !owner) assertRecentSignIn(context, { account, claims });
  assert(account.email, "MISSING_EMAIL");
  assert(isEmail(body.newEmail), "INVALID_EMAIL");
  assert(!context.identity.accountByEmail(body.newEmail), "EMAIL_EXISTS");
  return { email: account.email, newEmail: toCanonicalEmail(body.newEmail), uid: account.localId };
}

/**
 * Mails a code: to reset a password, to sign in, to verify an address, or to verify a new one and change to it. Under
 * enumeration protection, a reset for an unknown address gets the same response.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendOobCode
 */
export const sendOobCode = defineOperation("sendOobCode", async (context, body, call) => {
  const { owner } = call;
  const { identity, limits } = context;
  const { requestType, continueUrl, returnOobLink } = body;
  assert(requestType && requestType !== "OOB_REQ_TYPE_UNSPECIFIED", "MISSING_REQ_TYPE");
  assert(!returnOobLink || owner, "INSUFFICIENT_PERMISSION");
  assert(
    !continueUrl || isAbsoluteUrl(continueUrl),
    "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))",
  );
  const mailCode = (draft: OobDraft) => {
    const { email, oobCode, oobLink } = mailOobCode(context, call, draft, continueUrl);
    return { kind: KIND, email, ...(returnOobLink && { oobCode, oobLink }) };
  };
  const readAddress = (): string => {
    assert(body.email, "MISSING_EMAIL");
    assert(isEmail(body.email), "INVALID_EMAIL");
    if (!owner) assertHuman(context, "EMAIL_PASSWORD_PROVIDER", body);
    return toCanonicalEmail(body.email);
  };

  switch (requestType) {
    case "EMAIL_SIGNIN":
      assert(identity.settings.emailLinkSignIn, "OPERATION_NOT_ALLOWED");
      return mailCode({ requestType, email: readAddress() });
    case "PASSWORD_RESET": {
      const email = readAddress();
      limits.count("passwordReset", email);
      if (identity.accountByEmail(email)) return mailCode({ requestType, email });
      assert(identity.settings.enumerationProtection, "EMAIL_NOT_FOUND");
      return { kind: KIND, email };
    }
    case "VERIFY_EMAIL": {
      const { account } = await findMailedAccount(context, body);
      assert(account.email, "MISSING_EMAIL");
      return mailCode({ requestType, email: account.email });
    }
    case "VERIFY_AND_CHANGE_EMAIL":
      return mailCode({ requestType, ...(await parseAddressChange(context, body, owner)) });
    default:
      throw notImplemented(requestType);
  }
});

/**
 * Returns a code's purpose; with a new password, spends the code and sets that password. Setting a password by mail
 * verifies the address and unlinks every provider, because the mail's reader owns the account from now on.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/resetPassword
 */
export const resetPassword = defineOperation("resetPassword", (context, body) => {
  const { identity } = context;
  const { newPassword: password } = body;
  assert(identity.settings.passwordSignIn, "PASSWORD_LOGIN_DISABLED");
  assert(body.oobCode, "MISSING_OOB_CODE");
  const oob = requireValidOobCode(context, body.oobCode);
  if (password) {
    assert(oob.requestType === "PASSWORD_RESET", "INVALID_OOB_CODE");
    assertStrongPassword(context, password);
    identity.oobCodes.delete(oob.oobCode);
    const account = identity.accountByEmail(oob.email);
    assert(account, "INVALID_OOB_CODE");
    const providers = (account.providerUserInfo ?? []).map(({ providerId }) => providerId);
    identity.update(
      account,
      { ...newPasswordFields(context, password), emailVerified: true },
      { remove: providers },
    );
  }
  const { requestType, email, newEmail, uid = "", mfaEnrollmentId } = oob;
  const factor = identity.account(uid)?.mfaInfo?.find((each) => each.mfaEnrollmentId === mfaEnrollmentId);
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType,
    ...(requestType !== "EMAIL_SIGNIN" && { email }),
    newEmail,
    mfaInfo: factor && toFactorHint(factor),
  };
});
