import { decodeJwt } from "jose";
import * as v from "valibot";
import { ApiError, assert } from "../../http/api-error.ts";
import { primitiveToText } from "../../http/wire.ts";
import { defineOperation } from "../requests/requests.ts";
import { assertClaims, issueTokens } from "../tokens/tokens.ts";

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
    if (parsed.success) return parsed.output;
    throw new ApiError(
      "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))",
    );
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
