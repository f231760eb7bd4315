import { createHash, createHmac, hkdfSync, type webcrypto } from "node:crypto";
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import { UnavailableError } from "../errors/unavailable-error.ts";

/** A sealed text that was changed, or that belongs to another row or column. */
export class BrokenSealError extends Error {
  override readonly name = "BrokenSealError";
}

/** The row and the column that a sealed text belongs to. */
export type Place = { id: string; column: "refresh_token" | "id_token" };

export type Sealer = ReturnType<typeof createSealer>;

type Key = { kid: string; key: Promise<webcrypto.CryptoKey>; mac: Uint8Array };

const derive = (secret: string, use: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hkdfSync("sha256", secret, "", `tallybin session ${use}`, 32));

function keyOf(secret: string): Key {
  const bytes = derive(secret, "tokens");
  const kid = createHash("sha256").update(bytes).digest("base64url").slice(0, 10);
  // Imported once, because jose would import plain bytes again for each token.
  const key = crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { kid, key, mac: derive(secret, "addresses") };
}

/**
 * Encrypts tokens for the database: JWE with `dir` and A256GCM (RFC 7516). The protected header names row and column
 * and is authenticated, so a sealed text opens only in its own place.
 * @param secrets the first encrypts, all decrypt
 */
export function createSealer(secrets: readonly [string, ...string[]]) {
  const [first, ...others] = secrets;
  const current = keyOf(first);
  const keys = [current, ...others.map(keyOf)];
  return {
    seal: async (text: string, { id, column }: Place): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: current.kid, sid: id, use: column })
        .encrypt(await current.key),
    /** @throws BrokenSealError if it was changed or moved; UnavailableError if its key is not configured here */
    async open(sealed: string, { id, column }: Place): Promise<string> {
      try {
        const { kid } = decodeProtectedHeader(sealed);
        const key = keys.find((each) => each.kid === kid);
        // An unknown key does not count as tampering, because a server configured with the wrong secret must not end
        // valid sessions.
        if (!key) throw new UnavailableError("session secret");
        const { plaintext, protectedHeader } = await compactDecrypt(sealed, await key.key, {
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        });
        if (protectedHeader["sid"] !== id || protectedHeader["use"] !== column) throw new BrokenSealError();
        return new TextDecoder().decode(plaintext);
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) throw new BrokenSealError();
        throw error;
      }
    },
    /** The stored forms of an email address, one per key, so that the table holds no plain address. */
    hashesOf: (emailKey: string): string[] =>
      keys.map(({ mac }) => createHmac("sha256", mac).update(emailKey).digest("base64url")),
  };
}
