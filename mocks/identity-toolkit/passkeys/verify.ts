import { ApiError } from "../../http/api-error.ts";
import type { ServiceContext } from "../../service-context.ts";
import { fromBytes, toBase64Url, toBytes } from "./base64.ts";
import type { readAuthentication, readRegistration } from "./bodies.ts";
import { redeemChallenge } from "./challenge.ts";
import type { PasskeyKey } from "./store.ts";

/** What `@simplewebauthn/server` says of a ceremony that failed, and the detail that these services give. */
const DETAILS: readonly (readonly [said: RegExp, detail: string])[] = [
  [/response type/, "WRONG_CEREMONY"],
  [/challenge/, "CHALLENGE_MISMATCH"],
  [/origin/, "ORIGIN_MISMATCH"],
  [/RP ID/, "RP_ID_MISMATCH"],
  [/not present/, "USER_NOT_PRESENT"],
  [/could not be verified/, "USER_NOT_VERIFIED"],
  [/counter/, "COUNTER_ROLLBACK"],
  [/public key alg/, "UNSUPPORTED_ALGORITHM"],
];

const refusal = (detail: string): ApiError => new ApiError(`INVALID_AUTHENTICATOR_RESPONSE : ${detail}`);

/** The library throws prose; it may quote what it read, so only our own word goes out. */
async function checked<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await verify();
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : "";
    throw refusal(DETAILS.find(([pattern]) => pattern.test(said))?.[1] ?? "MALFORMED");
  }
  if (!result.verified) throw refusal("INVALID_SIGNATURE");
  return result;
}

/** Without a list, the pages of the RP ID itself, on any port: local ports are drawn. */
function expectedOrigins({ identity }: ServiceContext, origin: string): string[] {
  const { expectedOrigins: listed, rpId } = identity.settings.passkeys;
  if (listed.length > 0) return listed;
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : "";
  return hostname === rpId || hostname.endsWith(`.${rpId}`) ? [origin] : [`https://${rpId}`];
}

/** Loaded with the first ceremony: it weighs more than all other code of these services. */
const library = () => import("@simplewebauthn/server");

type Registration = ReturnType<typeof readRegistration>;
type Authentication = ReturnType<typeof readAuthentication>;

/** Checks a new passkey for an account, and reads its public key. */
export async function verifyRegistration(
  context: ServiceContext,
  credentialId: string,
  { clientData, attestationObject }: Registration,
  uid: string,
): Promise<Pick<PasskeyKey, "publicKey" | "counter">> {
  const { challenge, rpId, origin } = redeemChallenge(context, clientData, uid);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: toBase64Url(clientData ?? ""),
          attestationObject: toBase64Url(attestationObject ?? ""),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigins(context, origin),
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  );
  const credential = registrationInfo?.credential;
  if (credential?.id !== credentialId) throw refusal("CREDENTIAL_ID_MISMATCH");
  return { publicKey: fromBytes(credential.publicKey), counter: credential.counter };
}

/** Checks a passkey's signature; resolves to its new counter. */
export async function verifyAuthentication(
  context: ServiceContext,
  key: PasskeyKey,
  { clientData, authenticatorData, signature, userHandle }: Authentication,
): Promise<number> {
  const { challenge, rpId, origin } = redeemChallenge(context, clientData);
  if (!key.publicKey) throw refusal("NO_PUBLIC_KEY");
  const handle = new TextDecoder().decode(toBytes(userHandle ?? ""));
  // An authenticator may leave the handle out only where the request named the credential.
  if (handle !== key.uid) throw refusal("USER_HANDLE_MISMATCH");
  const { verifyAuthenticationResponse } = await library();
  const publicKey = toBytes(key.publicKey);
  const { authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: {
        id: key.credentialId,
        rawId: key.credentialId,
        type: "public-key",
        response: {
          clientDataJSON: toBase64Url(clientData ?? ""),
          authenticatorData: toBase64Url(authenticatorData ?? ""),
          signature: toBase64Url(signature ?? ""),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigins(context, origin),
      expectedRPID: rpId,
      credential: { id: key.credentialId, publicKey, counter: key.counter },
      requireUserVerification: true,
    }),
  );
  return authenticationInfo.newCounter;
}
