import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { UnavailableError } from "../errors/unavailable-error.ts";

/** A sealed text that was changed, or that belongs to another row or column. */
export class BrokenSealError extends Error {
  override readonly name = "BrokenSealError";
}

/** The row and the column that a sealed text belongs to. */
export type Place = { id: string; column: "refresh_token" | "id_token" };

export type Sealer = ReturnType<typeof createSealer>;

const CIPHER = "aes-256-gcm";
const IV_LENGTH = 12;
/** The parts of a compact JWE: header, empty encrypted key, IV, ciphertext, tag. */
const COMPACT = /^([\w-]+)\.\.([\w-]+)\.([\w-]*)\.([\w-]+)$/;
const TAG = { authTagLength: 16 };

const deriveKey = (secret: string, use: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, "", `tallybin session ${use}`, 32));

function sealingKeyOf(secret: string) {
  const key = deriveKey(secret, "tokens");
  const kid = createHash("sha256").update(key).digest("base64url").slice(0, 10);
  return { kid, key, mac: deriveKey(secret, "addresses"), renewal: deriveKey(secret, "renewals") };
}

const encodeBase64Url = (bytes: string | Buffer): string => Buffer.from(bytes).toString("base64url");

/**
 * Encrypts tokens for the database: JWE with `dir` and A256GCM (RFC 7516). The protected header names row and column
 * and is authenticated, so a sealed text opens only in its own place. Uses Node's ciphers, because Web Crypto,
 * which jose uses, hands each token to another thread. That costs four times as much.
 * @param secrets the first encrypts, all decrypt
 */
export function createSealer(secrets: readonly [string, ...string[]]) {
  const [first, ...others] = secrets;
  const current = sealingKeyOf(first);
  const keys = [current, ...others.map(sealingKeyOf)];
  return {
    seal(text: string, { id, column }: Place): string {
      const header = encodeBase64Url(
        JSON.stringify({ alg: "dir", enc: "A256GCM", kid: current.kid, sid: id, use: column }),
      );
      const iv = randomBytes(IV_LENGTH);
      const cipher = createCipheriv(CIPHER, current.key, iv, TAG).setAAD(Buffer.from(header));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [header, "", ...[iv, sealed, cipher.getAuthTag()].map(encodeBase64Url)].join(".");
    },
    /**
     * @throws BrokenSealError if the text was changed or moved; UnavailableError if its key is not configured here
     */
    open(sealed: string, { id, column }: Place): string {
      try {
        const [, header = "", ...parts] = COMPACT.exec(sealed) ?? [];
        const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
        const { kid, sid, use } = JSON.parse(Buffer.from(header, "base64url").toString());
        const key = keys.find((each) => each.kid === kid);
        // An unknown key does not count as tampering, because a server configured with the wrong secret must not end
        // valid sessions.
        if (!key) throw new UnavailableError("session secret");
        if (sid !== id || use !== column || !iv || !text || !tag) throw new BrokenSealError();
        const decipher = createDecipheriv(CIPHER, key.key, iv, TAG)
          .setAAD(Buffer.from(header))
          .setAuthTag(tag);
        return decipher.update(text, undefined, "utf8") + decipher.final("utf8");
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
