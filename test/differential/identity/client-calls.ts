import fc from "fast-check";
import { body, type Fields, MAIL, named, one, ref, UPDATE } from "./arbitraries.ts";
import type { Shape } from "./command.ts";

/** Where a method of accounts is: `signUp`, `mfaSignIn:start`. */
export const pathOf = (method: string): string =>
  `/identitytoolkit.googleapis.com/${method.includes(":") ? "v2/accounts/" : "v1/accounts:"}${method}`;
const client = (method: string, names: string, weight = 2, own: Fields = {}): Shape => ({
  operation: `accounts.${method.replace(":", ".")}`,
  path: pathOf(method),
  access: "key",
  body: named(names, own),
  weight,
});

const mail = (...types: string[]): Fields => ({ requestType: one(...types) });

const credentialId = one("cGFzc2tleS0x", "cGFzc2tleS0y");
/** The response of an authenticator; the local services are set to accept any, like Google's emulator. */
const authenticator = (response: Fields): Fields[string] =>
  body(
    { id: credentialId },
    { type: one("public-key"), response: body({ clientDataJSON: one("e30"), ...response }) },
  );

/** Calls of clients with an API key. */
export const clientCalls: Shape[] = [
  client("signUp", "email password returnSecureToken? displayName? idToken?", 6),
  client("signUp", "idToken? targetProjectId? localId? mfaInfo?", 2, { localId: one("own-1") }),
  client("signInWithPassword", "email password returnSecureToken? clientType? captchaResponse?", 4),
  client("signInWithEmailLink", "email oobCode idToken?"),
  client("signInWithCustomToken", "token returnSecureToken?"),
  client(
    "signInWithIdp",
    "requestUri postBody returnSecureToken? returnIdpCredential? idToken? autoCreate?",
    5,
  ),
  client("sendVerificationCode", "phoneNumber recaptchaToken?"),
  client("signInWithPhoneNumber", "sessionInfo code idToken? operation? temporaryProof? phoneNumber?", 3),
  client("resetPassword", "oobCode newPassword? email?"),
  client("createAuthUri", "identifier continueUri sessionId?"),
  client("lookup", "idToken localId?", 3, { localId: fc.array(ref("localId"), { maxLength: 1 }) }),
  client("update", `idToken ${UPDATE}`, 5),
  client("update", "oobCode"),
  client("update", "idToken deletePasskey", 1, {
    deletePasskey: fc.array(credentialId, { minLength: 1, maxLength: 2 }),
  }),
  client("delete", "idToken", 1),
  client("sendOobCode", `requestType email ${MAIL}`, 3, mail("PASSWORD_RESET", "EMAIL_SIGNIN", "NONSENSE")),
  client(
    "sendOobCode",
    `requestType idToken newEmail? ${MAIL}`,
    3,
    mail("VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"),
  ),
  client("mfaEnrollment:start", "idToken phoneEnrollmentInfo"),
  client("mfaEnrollment:start", "idToken totpEnrollmentInfo"),
  client("mfaEnrollment:finalize", "idToken totpVerificationInfo displayName?"),
  client("mfaEnrollment:finalize", "idToken phoneVerificationInfo displayName?"),
  client("mfaEnrollment:withdraw", "idToken mfaEnrollmentId"),
  client("mfaSignIn:start", "mfaPendingCredential mfaEnrollmentId phoneSignInInfo"),
  client("mfaSignIn:finalize", "mfaPendingCredential totpVerificationInfo mfaEnrollmentId?"),
  client("mfaSignIn:finalize", "mfaPendingCredential phoneVerificationInfo"),
  client("passkeyEnrollment:start", "idToken", 1.5),
  client("passkeyEnrollment:finalize", "idToken authenticatorRegistrationResponse name? displayName?", 1.5, {
    authenticatorRegistrationResponse: authenticator({ attestationObject: one("oA") }),
  }),
  client("passkeySignIn:start", "sessionId?", 1.5),
  client("passkeySignIn:finalize", "authenticatorAuthenticationResponse name?", 1.5, {
    authenticatorAuthenticationResponse: authenticator({ signature: one("AA"), userHandle: one("AA") }),
  }),
];
