import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/call.ts";
import type { ServiceContext } from "../../service-context.ts";
import { type Account, type AccountChanges, canonicalEmail, isEmail } from "../account.ts";
import { commonEdit, type UpdateFields, updateAnswer } from "../account-edit.ts";
import { mailOobCode } from "../oob.ts";
import { withoutPasskeys } from "../passkeys/removal.ts";
import { assertStrong, newPassword } from "../passwords.ts";
import { issueTokens } from "../tokens.ts";
import { assertRecentSignIn, verifyIdToken } from "../verify-id-token.ts";
import { administer } from "./update-as-owner.ts";
import { applyOobCode } from "./update-by-code.ts";

function newAddress(context: ServiceContext, account: Account, email: string): AccountChanges {
  const { identity, clock } = context;
  assert(isEmail(email), "INVALID_EMAIL");
  const next = canonicalEmail(email);
  if (next === account.email) return {};
  // The order of Google's production: the project's rule speaks before the address is looked up.
  assert(
    !identity.settings.enumerationProtection,
    "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
  );
  if (account.mfaInfo?.length) throw new ApiError("EMAIL_CHANGE_NEEDS_VERIFICATION");
  assert(!identity.accountByEmail(next), "EMAIL_EXISTS");
  return {
    email: next,
    emailVerified: false,
    validSince: String(Math.floor(clock.now() / 1000)),
    ...(account.email && !account.initialEmail && { initialEmail: account.email }),
  };
}

/**
 * Changes an account: the caller's own by ID token, the one a mailed code speaks of, or, for the administrator, any.
 * A new e-mail address or password makes older tokens worthless, and only then new ones are in the answer.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export async function update(
  context: ServiceContext,
  body: UpdateFields,
  owner: boolean,
  call: Call,
): Promise<object> {
  if (body.provider?.length || body.upgradeToFederatedLogin)
    throw notImplemented("provider and upgradeToFederatedLogin are no longer in use and not supported here.");
  if (body.oobCode) return applyOobCode(context, body.oobCode, call);
  if (owner && body.idToken === undefined) return administer(context, body);
  assert(body.idToken, "INVALID_REQ_TYPE : Unsupported request parameters.");
  assert(body.customAttributes === undefined, "INSUFFICIENT_PERMISSION");
  const edit = commonEdit(body);
  const verified = await verifyIdToken(context, body.idToken);
  const { account, claims } = verified;
  assert(body.disableUser === undefined, "OPERATION_NOT_ALLOWED");
  if (body.email !== undefined || body.password !== undefined || body.deletePasskey)
    assertRecentSignIn(context, verified);
  if (body.deletePasskey) Object.assign(edit.changes, withoutPasskeys(context, account, body.deletePasskey));

  if (body.email !== undefined) Object.assign(edit.changes, newAddress(context, account, body.email));
  if (body.password !== undefined) {
    assertStrong(context, body.password);
    Object.assign(edit.changes, newPassword(context, body.password));
  }
  if (body.validSince !== undefined) edit.changes.validSince = String(Math.floor(context.clock.now() / 1000));

  const changedEmail = edit.changes.email;
  const next = context.identity.update(account, edit.changes, { upsert: edit.link, remove: edit.unlink });
  if (changedEmail !== undefined && account.email)
    mailOobCode(context, call, {
      requestType: "RECOVER_EMAIL",
      email: account.email,
      newEmail: changedEmail,
      uid: account.localId,
    });
  const tokens =
    edit.changes.validSince !== undefined &&
    (await issueTokens(context, next, {
      provider: body.password === undefined ? claims.firebase.sign_in_provider : "password",
      authTime: claims.auth_time,
    }));
  return { ...updateAnswer(next, changedEmail), ...tokens };
}
