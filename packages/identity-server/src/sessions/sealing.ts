import { createHash, createHmac, hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt, type JWEHeaderParameters } from "jose";
import { UnavailableError } from "../errors/errors.ts";

/** A sealed text that was changed, or that belongs to another row or column. */
export class BrokenSealError extends Error {
  override readonly name = "BrokenSealError";
}

/** The row and the column that a sealed text belongs to. */
export type Cell = { id: string; column: "refresh_token" | "id_token" };

export type Sealer = ReturnType<typeof createSealer>;

const ALGORITHMS = { alg: "dir", enc: "A256GCM" };
const ACCEPTED = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };

const deriveKey = (secret: string, use: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", `tallybin session ${use}`, 32));

function sealingKeyOf(secret: string) {
  const bytes = deriveKey(secret, "tokens");
  const kid = createHash("sha256").update(bytes).digest("base64url").slice(0, 10);
  // Imported once: jose imports bytes for each text, which costs more than the encryption.
  const key = crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  return { kid, key, mac: deriveKey(secret, "addresses"), renewal: deriveKey(secret, "renewals") };
}

/**
 * Encrypts tokens for the database (JWE, RFC 7516). The authenticated header names the only cell that a text opens in.
 * @param secrets the first encrypts, all decrypt
 */
export function createSealer(secrets: readonly [string, ...string[]]) {
  const current = sealingKeyOf(secrets[0]);
  const keys = [current, ...secrets.slice(1).map(sealingKeyOf)];
  // An unknown key is no tampering: a server with the wrong secret must not end valid sessions.
  const keyOf = async ({ kid }: JWEHeaderParameters) => {
    const found = keys.find((each) => each.kid === kid);
    if (!found) throw new UnavailableError("session secret");
    return found.key;
  };
  return {
    seal: async (text: string, { id, column }: Cell): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ ...ALGORITHMS, kid: current.kid, sid: id, use: column })
        .encrypt(await current.key),
    /** @throws BrokenSealError if the text was changed or moved; UnavailableError if its key is not configured here */
    async open(sealed: string, { id, column }: Cell): Promise<string> {
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(sealed, keyOf, ACCEPTED);
        if (protectedHeader["sid"] !== id || protectedHeader["use"] !== column) throw new BrokenSealError();
        return new TextDecoder().decode(plaintext);
      } catch (error) {
        if (error instanceof UnavailableError) throw error;
        throw new BrokenSealError();
      }
    },
    /**
     * The cookie's secret after a renewal. The same cookie gets the same one each time, so a hand-over that arrives after
     * a later one does not replace what the browser has got meanwhile.
     * @param secret the secret of the cookie that the request presents
     */
    renewedSecretOf: (secret: string): string =>
      createHmac("sha256", current.renewal).update(secret).digest("base64url"),
    /** The stored forms of an email address, one per key, so that the table holds no plain address. */
    hashesOf: (emailKey: string): string[] =>
      keys.map(({ mac }) => createHmac("sha256", mac).update(emailKey).digest("base64url")),
  };
}
