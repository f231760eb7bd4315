import { expect } from "vitest";
import { createAuthenticator } from "../../../packages/identity/test/support/authenticator.ts";
import { connect, type Exchange, ORIGIN } from "../support.ts";

export const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "base64"));
export const base64 = (part: ArrayBuffer): string => Buffer.from(part).toString("base64");

type PartName = "clientDataJSON" | "attestationObject" | "authenticatorData" | "signature" | "userHandle";
export type Parts = { id: string; response: Record<PartName, ArrayBuffer> };
export type CreationAnswer = { challenge: string; rp: { id: string; name: string }; user: { id: string } };

export const responseOf = ({ id, response }: Parts) => ({
  id,
  rawId: id,
  type: "public-key",
  response: Object.fromEntries(Object.entries(response).map(([name, part]) => [name, base64(part)])),
});

/** A user who has signed up, and an authenticator that calls the API without our client. */
export async function connected() {
  const wire = connect();
  const authenticator = createAuthenticator({ origin: ORIGIN });
  const { credentials } = authenticator.platform;
  const ada = await wire.signUp();

  const create = async (idToken = ada.idToken): Promise<Parts> => {
    const { body } = await wire.call2("accounts/passkeyEnrollment:start", { idToken });
    const { challenge, rp, user } = body["credentialCreationOptions"] as CreationAnswer;
    return (await credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp,
        user: { id: bytes(user.id), name: "", displayName: "" },
        pubKeyCredParams: [],
      },
    })) as unknown as Parts;
  };
  const finalize = (parts: Parts, more: object = {}): Promise<Exchange> =>
    wire.call2("accounts/passkeyEnrollment:finalize", {
      idToken: ada.idToken,
      name: "Laptop",
      authenticatorRegistrationResponse: responseOf(parts),
      ...more,
    });
  const sign = async (): Promise<Parts> => {
    const { body } = await wire.call2("accounts/passkeySignIn:start", {});
    const { challenge, rpId } = body["credentialRequestOptions"] as { challenge: string; rpId: string };
    return (await credentials.get({ publicKey: { challenge: bytes(challenge), rpId } })) as unknown as Parts;
  };
  const signIn = (parts: Parts): Promise<Exchange> =>
    wire.call2("accounts/passkeySignIn:finalize", {
      authenticatorAuthenticationResponse: responseOf(parts),
    });
  return { ...wire, ...authenticator, ada, create, finalize, sign, signIn };
}

export const enrolled = async () => {
  const wire = await connected();
  expect((await wire.finalize(await wire.create())).status).toBe(200);
  return wire;
};
