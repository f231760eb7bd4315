import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { defineOperation } from "../requests/requests.ts";
import { completeSignIn } from "../sign-in/complete-sign-in.ts";
import type { PasskeyInfo } from "../state/account.ts";
import {
  assertRecentSignIn,
  issueTokens,
  sessionOf,
  type Verified,
  verifyIdToken,
} from "../tokens/tokens.ts";
import {
  CHALLENGE_LIFETIME_MS,
  createChallenge,
  fromBytes,
  toBase64Url,
  toPaddedBase64,
  verifyAuthentication,
  verifyRegistration,
} from "./verify.ts";

/** The two spellings of options: that of Google's SDK and emulator, and that of the published schema. */
const SPELLINGS = {
  sdk: {
    bytes: toPaddedBase64,
    rp: (id: string) => ({ id, name: id }),
    algorithms: [-7, -257].map((alg) => ({ type: "public-key", alg })),
    credential: (id: string) => ({ type: "public-key", id: toPaddedBase64(id) }),
    required: "required",
    none: "none",
  },
  published: {
    bytes: (text: string) => text,
    rp: (id: string) => ({ id }),
    algorithms: ["ES256", "RS256"].map((alg) => ({ alg, credentialType: "PUBLIC_KEY" })),
    credential: (credentialId: string) => ({ credentialId, credentialType: "PUBLIC_KEY" }),
    required: "REQUIRED",
    none: "NONE",
  },
};

const assertPasskeysEnabled = ({ identity }: ServiceContext): void =>
  assert(identity.settings.passkeys.enabled, "PASSKEY_NOT_ENABLED");

async function verifyPasskeyEnroller(
  context: ServiceContext,
  idToken: string | undefined,
): Promise<Verified> {
  assertPasskeysEnabled(context);
  assert(idToken, "MISSING_ID_TOKEN");
  const caller = await verifyIdToken(context, idToken);
  assertRecentSignIn(context, caller);
  const { limit } = context.identity.settings.passkeys;
  assert((caller.account.passkeyInfo?.length ?? 0) < limit, "PASSKEY_LIMIT_EXCEEDED");
  return caller;
}

/**
 * Begins the enrollment of a passkey: returns the options for the browser's `navigator.credentials.create`.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment/start
 */
export const startPasskeyEnrollment = defineOperation("startPasskeyEnrollment", async (context, body) => {
  const { account } = await verifyPasskeyEnroller(context, body.idToken);
  const { passkeys } = context.identity.settings;
  const spelled = SPELLINGS[passkeys.wireFormat];
  const { localId, email = "user@example.com", displayName = "User", passkeyInfo = [] } = account;
  const handle = fromBytes(new TextEncoder().encode(localId));
  return {
    credentialCreationOptions: {
      challenge: spelled.bytes(createChallenge(context, localId)),
      timeout: CHALLENGE_LIFETIME_MS,
      rp: spelled.rp(passkeys.rpId),
      user: { id: spelled.bytes(handle), name: email, displayName },
      pubKeyCredParams: spelled.algorithms,
      excludeCredentials: passkeyInfo.map(({ credentialId }) => spelled.credential(credentialId)),
      // The emulator's options omit this, and sign-in then finds no passkey.
      authenticatorSelection: { residentKey: spelled.required, userVerification: spelled.required },
      attestation: spelled.none,
    },
  };
});

/**
 * Adds an authenticator's new passkey, and returns tokens.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment/finalize
 */
export const finalizePasskeyEnrollment = defineOperation(
  "finalizePasskeyEnrollment",
  async (context, body) => {
    const { identity, clock } = context;
    assertPasskeysEnabled(context);
    assert(body.idToken, "MISSING_ID_TOKEN");
    assert(body.authenticatorRegistrationResponse, "MISSING_AUTHENTICATOR_RESPONSE");
    const caller = await verifyPasskeyEnroller(context, body.idToken);
    const { account } = caller;
    const uid = account.localId;
    const sent = body.authenticatorRegistrationResponse;
    const id = sent.id ?? sent.credentialId;
    assert(id, "INVALID_CREDENTIAL_ID");
    const credentialId = toBase64Url(id);
    const response = sent.response ?? sent.authenticatorAttestationResponse ?? {};
    const { publicKey, counter } = identity.settings.verifyPasskeys
      ? await verifyRegistration(context, credentialId, response, uid)
      : { publicKey: undefined, counter: 0 };
    const holder = identity.passkeys.keys.get(credentialId);
    assert(holder?.uid !== uid, "PASSKEY_EXISTS");
    assert(!holder, "CREDENTIAL_ALREADY_IN_USE");
    identity.passkeys.keys.set(credentialId, { credentialId, uid, counter, publicKey });
    const passkey: PasskeyInfo = {
      credentialId,
      name: body.name || body.displayName || "Unnamed Passkey",
      rpId: identity.settings.passkeys.rpId,
      enrolledAt: new Date(clock.now()).toISOString(),
    };
    const before = identity.account(uid)?.passkeyInfo ?? [];
    const next = identity.update(account, { passkeyInfo: [...before, passkey] });
    const { idToken, refreshToken } = await issueTokens(context, next, {
      ...sessionOf(caller),
      provider: "passkey",
    });
    return { localId: uid, idToken, refreshToken };
  },
);

/**
 * Begins a sign-in with a passkey. The request names no user, because the passkey does.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn/start
 */
export const startPasskeySignIn = defineOperation("startPasskeySignIn", (context) => {
  assertPasskeysEnabled(context);
  const { rpId, wireFormat } = context.identity.settings.passkeys;
  const { bytes, required } = SPELLINGS[wireFormat];
  return {
    credentialRequestOptions: {
      challenge: bytes(createChallenge(context)),
      rpId,
      userVerification: required,
      timeout: CHALLENGE_LIFETIME_MS,
    },
  };
});

/**
 * Signs in with a passkey. A passkey counts as two factors, as in the emulator, so no second factor is required
 * unless the project is configured otherwise.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn/finalize
 */
export const finalizePasskeySignIn = defineOperation("finalizePasskeySignIn", async (context, body) => {
  const { identity, clock } = context;
  assertPasskeysEnabled(context);
  assert(body.authenticatorAuthenticationResponse, "MISSING_AUTHENTICATOR_RESPONSE");
  const sent = body.authenticatorAuthenticationResponse;
  const id = sent.id ?? sent.credentialId;
  assert(id, "INVALID_CREDENTIAL_ID");
  const key = identity.passkeys.keys.get(toBase64Url(id));
  assert(key, "PASSKEY_CREDENTIAL_NOT_FOUND");
  if (identity.settings.verifyPasskeys)
    key.counter = await verifyAuthentication(
      context,
      key,
      sent.response ?? sent.authenticatorAssertionResponse ?? {},
    );
  const account = identity.account(key.uid);
  assert(account, "PASSKEY_CREDENTIAL_NOT_FOUND");
  assert(!account.disabled, "USER_DISABLED");
  const signIn = { provider: "passkey" };
  const { expiresIn: _, ...answer }: Record<string, unknown> = identity.settings.passkeys.secondFactor
    ? await completeSignIn(context, account, signIn)
    : await issueTokens(context, identity.update(account, { lastLoginAt: String(clock.now()) }), signIn);
  return answer;
});
