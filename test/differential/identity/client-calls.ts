import fc from "fast-check";
import {
  body,
  customToken,
  email,
  mfa,
  name,
  one,
  password,
  phone,
  postBody,
  ref,
  sendOobFields,
  sms,
  tokenType,
  totp,
  updateFields,
  url,
} from "./arbitraries.ts";
import type { Shape } from "./command.ts";
import { PROJECT } from "./sides.ts";

export const v1 = (method: string) => `/identitytoolkit.googleapis.com/v1/accounts:${method}`;
const v2 = (method: string) => `/identitytoolkit.googleapis.com/v2/accounts/${method}`;
const client = (method: string, fields: fc.Arbitrary<unknown>, weight = 2): Shape => ({
  operation: `accounts.${method}`,
  path: v1(method),
  access: "key",
  body: fields,
  weight,
});
const mfaCall = (method: string, fields: fc.Arbitrary<unknown>): Shape => ({
  operation: `accounts.${method.replace(":", ".")}`,
  path: v2(method),
  access: "key",
  body: fields,
  weight: 2,
});

/** Calls of clients with an API key. */
export const clientCalls: Shape[] = [
  client(
    "signUp",
    body({ email, password }, { ...tokenType, displayName: name, idToken: ref("idToken") }),
    6,
  ),
  client(
    "signUp",
    body(
      {},
      {
        idToken: ref("idToken"),
        targetProjectId: one(PROJECT, "another-project"),
        localId: one("own-1"),
        mfaInfo: fc.array(body(mfa), { maxLength: 2 }),
      },
    ),
  ),
  client(
    "signInWithPassword",
    body(
      { email, password },
      { ...tokenType, clientType: one("CLIENT_TYPE_WEB"), captchaResponse: one("x", "token") },
    ),
    4,
  ),
  client("signInWithEmailLink", body({ email, oobCode: ref("oobCode") }, { idToken: ref("idToken") })),
  client("signInWithCustomToken", body({ token: customToken }, tokenType)),
  client(
    "signInWithIdp",
    body(
      { requestUri: url, postBody },
      { ...tokenType, returnIdpCredential: fc.boolean(), idToken: ref("idToken"), autoCreate: fc.boolean() },
    ),
    5,
  ),
  client("sendVerificationCode", body({ phoneNumber: phone }, { recaptchaToken: one("x") })),
  client(
    "signInWithPhoneNumber",
    body(sms, {
      idToken: ref("idToken"),
      operation: one("REAUTH", "SIGN_UP_OR_IN", "NONSENSE"),
      temporaryProof: ref("temporaryProof"),
      phoneNumber: phone,
    }),
    3,
  ),
  client("resetPassword", body({ oobCode: ref("oobCode") }, { newPassword: password, email })),
  client("createAuthUri", body({ identifier: email, continueUri: url }, { sessionId: one("session-1") })),
  client(
    "lookup",
    body({ idToken: ref("idToken") }, { localId: fc.array(ref("localId"), { maxLength: 1 }) }),
    3,
  ),
  client("update", body({ idToken: ref("idToken") }, updateFields), 5),
  client("update", body({ oobCode: ref("oobCode") }), 2),
  client("delete", body({ idToken: ref("idToken") }), 1),
  client(
    "sendOobCode",
    body({ requestType: one("PASSWORD_RESET", "EMAIL_SIGNIN", "NONSENSE"), email }, sendOobFields),
    3,
  ),
  client(
    "sendOobCode",
    body(
      { requestType: one("VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"), idToken: ref("idToken") },
      { newEmail: email, ...sendOobFields },
    ),
    3,
  ),
  mfaCall(
    "mfaEnrollment:start",
    body({ idToken: ref("idToken"), phoneEnrollmentInfo: body({ phoneNumber: phone }) }),
  ),
  mfaCall("mfaEnrollment:start", body({ idToken: ref("idToken"), totpEnrollmentInfo: fc.constant({}) })),
  mfaCall(
    "mfaEnrollment:finalize",
    body({ idToken: ref("idToken"), totpVerificationInfo: body(totp) }, { displayName: name }),
  ),
  mfaCall(
    "mfaSignIn:finalize",
    body(
      { mfaPendingCredential: ref("mfaPendingCredential"), totpVerificationInfo: body(totp) },
      { mfaEnrollmentId: ref("mfaEnrollmentId") },
    ),
  ),
  mfaCall(
    "mfaEnrollment:finalize",
    body({ idToken: ref("idToken"), phoneVerificationInfo: body(sms) }, { displayName: name }),
  ),
  mfaCall(
    "mfaEnrollment:withdraw",
    body({ idToken: ref("idToken"), mfaEnrollmentId: ref("mfaEnrollmentId") }),
  ),
  mfaCall(
    "mfaSignIn:start",
    body({
      mfaPendingCredential: ref("mfaPendingCredential"),
      mfaEnrollmentId: ref("mfaEnrollmentId"),
      phoneSignInInfo: fc.constant({}),
    }),
  ),
  mfaCall(
    "mfaSignIn:finalize",
    body({ mfaPendingCredential: ref("mfaPendingCredential"), phoneVerificationInfo: body(sms) }),
  ),
];
