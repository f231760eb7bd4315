import fc from "fast-check";
import { body, name, one, ref } from "./arbitraries.ts";
import type { Shape } from "./command.ts";

const passkeyCall = (method: string, fields: fc.Arbitrary<unknown>): Shape => ({
  operation: `accounts.${method.replace(":", ".")}`,
  path: `/identitytoolkit.googleapis.com/v2/accounts/${method}`,
  access: "key",
  body: fields,
  weight: 1.5,
});

const credentialId = one("cGFzc2tleS0x", "cGFzc2tleS0y");
const clientDataJSON = one("e30");
const type = one("public-key");

/** Passkeys; the local services are set to accept any, like Google's emulator. */
export const passkeyCalls: Shape[] = [
  passkeyCall("passkeyEnrollment:start", body({ idToken: ref("idToken") })),
  passkeyCall(
    "passkeyEnrollment:finalize",
    body(
      {
        idToken: ref("idToken"),
        authenticatorRegistrationResponse: body(
          { id: credentialId },
          { type, response: body({ clientDataJSON, attestationObject: one("oA") }) },
        ),
      },
      { name, displayName: name },
    ),
  ),
  passkeyCall("passkeySignIn:start", body({}, { sessionId: one("session-1") })),
  passkeyCall(
    "passkeySignIn:finalize",
    body(
      {
        authenticatorAuthenticationResponse: body(
          { id: credentialId },
          { type, response: body({ clientDataJSON, signature: one("AA"), userHandle: one("AA") }) },
        ),
      },
      { name },
    ),
  ),
  {
    operation: "accounts.update",
    path: "/identitytoolkit.googleapis.com/v1/accounts:update",
    access: "key",
    body: body({
      idToken: ref("idToken"),
      deletePasskey: fc.array(credentialId, { minLength: 1, maxLength: 2 }),
    }),
  },
];
