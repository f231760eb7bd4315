import { assert, notImplemented } from "../../http/api-error.ts";
import { assertMeetsPolicy } from "../proofs/passwords.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { defineOperation } from "../requests/requests.ts";
import { completeSignIn } from "../sign-in/complete-sign-in.ts";
import { fakePasswordHash, isEmail, toCanonicalEmail } from "../state/account.ts";

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
