import { assert } from "../../http/api-error.ts";
import { requireValidOobCode } from "../proofs/oob.ts";
import { defineOperation } from "../requests/requests.ts";
import { completeSignIn, createAccount } from "../sign-in/complete-sign-in.ts";
import { toCanonicalEmail } from "../state/account.ts";
import { verifyIdToken } from "../tokens/tokens.ts";

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
