import { createPublicKey, type JsonWebKey } from "node:crypto";
import * as v from "valibot";

/** Google's list has 4 kB. A larger one is not read completely: memory must not depend on another server. */
const MAX_LIST_BYTES = 128 * 1024;
/** Smaller RSA keys are not safe (RFC 7518 §3.3), and jose refuses them. */
const MIN_KEY_BITS = 2_048;

const KeyList = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the remaining body.
    if (size > MAX_LIST_BYTES) throw new TypeError("the key list is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function canCheckSignatures(key: JsonWebKey): boolean {
  if (key.kty !== "RSA" || (key["alg"] ?? "RS256") !== "RS256" || (key["use"] ?? "sig") !== "sig")
    return false;
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: "jwk" });
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS;
  } catch {
    return false;
  }
}

/**
 * Parses the keys that can verify a signature. A list without such a key is a fault of the key server: if it were
 * trusted, every valid token would fail and every user would be signed out.
 */
export async function readKeyList(response: Response): Promise<{ keys: JsonWebKey[] }> {
  const { keys } = v.parse(KeyList, JSON.parse(await readText(response)));
  const usable = (keys as JsonWebKey[]).filter(canCheckSignatures);
  if (usable.length === 0) throw new TypeError("the key list holds no usable key");
  return { keys: usable };
}
