import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** What a challenge belongs to: a session with its key, or null before its registration, at the store's time. */
type Owner = { id: string; key: string | null; nowMs: number };

/** How long a challenge is valid. A browser needs seconds to make a key, and milliseconds to sign. */
const [REGISTRATION_MS, REFRESH_MS] = [300_000, 60_000];

const CHALLENGE = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})$/;

const deriveKey = (secret: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", "tallybin session binding", 32));

/**
 * Challenges that prove by themselves that this server issued them, and when: each has a time, random bytes, and a
 * MAC over both, their purpose and the owner. No table stores them.
 * @param secrets the first makes the challenges, and all recognize them
 */
export function createChallenges(secrets: readonly [string, ...string[]]) {
  const current = deriveKey(secrets[0]);
  const keys = secrets.map(deriveKey);
  /** A challenge of one purpose is not accepted for the other. */
  const macOf = (hmacKey: Buffer, { id, key }: Owner, time: string, random: string): Buffer =>
    createHmac("sha256", hmacKey)
      .update(JSON.stringify([key === null ? "registration" : "refresh", id, key ?? "", time, random]))
      .digest();
  return {
    issue(owner: Owner): string {
      const time = Math.trunc(owner.nowMs).toString(36);
      const random = randomBytes(16).toString("base64url");
      return `${time}.${random}.${macOf(current, owner, time, random).toString("base64url")}`;
    },
    /** When a good challenge was issued, in milliseconds; undefined for every other text. */
    issuedAt(challenge: string | undefined, owner: Owner): number | undefined {
      const [, time, random, mac] = CHALLENGE.exec(challenge ?? "") ?? [];
      if (time === undefined || random === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, "base64url");
      const isOurs = keys.some((key) => timingSafeEqual(macOf(key, owner, time, random), given));
      const issuedMs = Number.parseInt(time, 36);
      const validMs = owner.key === null ? REGISTRATION_MS : REFRESH_MS;
      return isOurs && owner.nowMs < issuedMs + validMs ? issuedMs : undefined;
    },
  };
}
