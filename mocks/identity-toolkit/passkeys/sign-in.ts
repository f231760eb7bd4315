import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { completeSignIn } from "../tokens/sign-in-answer.ts";
import { issueTokens } from "../tokens/tokens.ts";
import { toBase64Url } from "./base64.ts";
import { type FinalizePasskeySignInBody, readAuthentication } from "./bodies.ts";
import { CHALLENGE_LIFETIME_MS, newChallenge } from "./challenge.ts";
import { assertPasskeys } from "./enrollment.ts";
import { verifyAuthentication } from "./verify.ts";

/**
 * Begins a sign-in with a passkey. The request names no user, because the passkey does.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn/start
 */
export function startPasskeySignIn(context: ServiceContext): object {
  assertPasskeys(context);
  const { rpId, wireFormat } = context.identity.settings.passkeys;
  return {
    credentialRequestOptions: {
      challenge: newChallenge(context),
      rpId,
      userVerification: wireFormat === "published" ? "REQUIRED" : "required",
      timeout: CHALLENGE_LIFETIME_MS,
    },
  };
}

const Tokens = v.object({ idToken: v.string(), refreshToken: v.string() });

/**
 * Signs in with a passkey. A passkey counts as two factors, as in the emulator, so no second factor is required
 * unless the project is configured otherwise.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn/finalize
 */
export async function finalizePasskeySignIn(
  context: ServiceContext,
  body: v.InferOutput<typeof FinalizePasskeySignInBody>,
): Promise<object> {
  const { identity, clock } = context;
  assertPasskeys(context);
  assert(body.authenticatorAuthenticationResponse, "MISSING_AUTHENTICATOR_RESPONSE");
  const authentication = readAuthentication(body.authenticatorAuthenticationResponse);
  assert(authentication.id, "INVALID_CREDENTIAL_ID");
  const key = identity.passkeys.keys.get(toBase64Url(authentication.id));
  assert(key, "PASSKEY_CREDENTIAL_NOT_FOUND");
  if (identity.settings.verifyPasskeys)
    key.counter = await verifyAuthentication(context, key, authentication);
  const account = identity.account(key.uid);
  assert(account, "PASSKEY_CREDENTIAL_NOT_FOUND");
  assert(!account.disabled, "USER_DISABLED");
  const signIn = { provider: "passkey" };
  if (identity.settings.passkeys.secondFactor) {
    const answer = await completeSignIn(context, account, signIn);
    const tokens = v.safeParse(Tokens, answer);
    return tokens.success ? tokens.output : answer;
  }
  const current = identity.update(account, { lastLoginAt: String(clock.now()) });
  return v.parse(Tokens, await issueTokens(context, current, signIn));
}
