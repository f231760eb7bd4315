import * as v from "valibot";
import { list, record, recordInOrder, text } from "../../http/wire.ts";

/** The browser's JSON has `clientDataJSON`, the published schema `clientDataJson`. */
const clientData = { clientDataJSON: v.optional(text), clientDataJson: v.optional(text) };

const Attestation = v.optional(
  record({ ...clientData, attestationObject: v.optional(text), transports: v.optional(list(text)) }),
);
const Assertion = v.optional(
  record({
    ...clientData,
    authenticatorData: v.optional(text),
    signature: v.optional(text),
    userHandle: v.optional(text),
  }),
);
/** `id` in the browser's JSON, `credentialId` in the published schema. */
const ids = {
  id: v.optional(text),
  rawId: v.optional(text),
  credentialId: v.optional(text),
  type: v.optional(text),
  credentialType: v.optional(text),
};

export const StartPasskeyEnrollmentBody = record({ idToken: v.optional(text) });
export const FinalizePasskeyEnrollmentBody = recordInOrder({
  idToken: v.optional(text),
  authenticatorRegistrationResponse: v.optional(
    record({ ...ids, response: Attestation, authenticatorAttestationResponse: Attestation }),
  ),
  name: v.optional(text),
  displayName: v.optional(text),
});
export const StartPasskeySignInBody = record({});
export const FinalizePasskeySignInBody = recordInOrder({
  authenticatorAuthenticationResponse: v.optional(
    record({ ...ids, response: Assertion, authenticatorAssertionResponse: Assertion }),
  ),
  // Google's parser checks these two fields, although a sign-in does not use them.
  name: v.optional(text),
  displayName: v.optional(text),
});

type Registration = NonNullable<
  v.InferOutput<typeof FinalizePasskeyEnrollmentBody>["authenticatorRegistrationResponse"]
>;
type Authentication = NonNullable<
  v.InferOutput<typeof FinalizePasskeySignInBody>["authenticatorAuthenticationResponse"]
>;

/** The credential's ID and the authenticator's response, in either spelling. */
export const readRegistration = (sent: Registration) => {
  const response = sent.response ?? sent.authenticatorAttestationResponse ?? {};
  return {
    id: sent.id ?? sent.credentialId,
    clientData: response.clientDataJSON ?? response.clientDataJson,
    attestationObject: response.attestationObject,
  };
};
export const readAuthentication = (sent: Authentication) => {
  const response = sent.response ?? sent.authenticatorAssertionResponse ?? {};
  return {
    id: sent.id ?? sent.credentialId,
    clientData: response.clientDataJSON ?? response.clientDataJson,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    userHandle: response.userHandle,
  };
};
