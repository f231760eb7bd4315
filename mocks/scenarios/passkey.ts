import type { ServiceContext } from "../core/service-context.ts";
import { fromBytes, toBytes } from "../identity-toolkit/passkeys/base64.ts";
import type { ScenarioAccount } from "./loaded-scenario.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

/** COSE_Key of an ES256 key: kty 2, alg -7, crv 1, then the two coordinates. */
const coseKey = (x: Uint8Array, y: Uint8Array): Uint8Array =>
  Uint8Array.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32, ...x, 0x22, 0x58, 32, ...y]);

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Adds a passkey with a known private key to an account, so that a virtual authenticator can hold it. */
export async function withPasskey(
  { identity, clock, random }: ServiceContext,
  account: ScenarioAccount,
): Promise<ScenarioAccount> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", keys.publicKey);
  const privateKey = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  const { uid } = account;
  const { rpId } = identity.settings.passkeys;
  const credentialId = fromBytes(new TextEncoder().encode(random.id(16)));
  const publicKey = fromBytes(coseKey(toBytes(x), toBytes(y)));
  identity.passkeys.keys.set(credentialId, { credentialId, uid, publicKey, counter: 0 });
  const enrolledAt = new Date(clock.now()).toISOString();
  identity.update({ localId: uid }, { passkeyInfo: [{ credentialId, name: "Passkey", rpId, enrolledAt }] });
  const userHandle = base64(new TextEncoder().encode(uid));
  return { ...account, passkey: { credentialId, rpId, userHandle, privateKey: base64(privateKey) } };
}
