import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** The purpose of a challenge. A challenge of one kind is not accepted as the other. */
type Kind = "registration" | "refresh";

/** What a challenge belongs to: the session, and the key that the session is bound to ("" before its registration). */
type Owner = { id: string; key: string };

/** How long a challenge is valid. A browser needs seconds to make a key, and milliseconds to sign. */
const SECONDS: Record<Kind, number> = { registration: 300, refresh: 60 };

const CHALLENGE = /^([0-9a-z]{1,11})\.([\w-]{22})\.([\w-]{43})$/;

/**
 * Challenges that prove by themselves that this server issued them, and when: each has a time, random bytes, and a
 * MAC over both, the kind and the owner. No table stores them.
 * @param secrets the first makes the challenges, and all recognize them
 */
export function createChallenges(secrets: readonly [string, ...string[]]) {
  const deriveKey = (secret: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", "tallybin session binding", 32));
  const [first, ...others] = secrets;
  const current = deriveKey(first);
  const keys = [current, ...others.map(deriveKey)];
  const computeMac = (key: Buffer, parts: readonly string[]): Buffer =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest();
  return {
    /** @param nowMs the store's time */
    issue(kind: Kind, { id, key }: Owner, nowMs: number): string {
      const time = Math.trunc(nowMs).toString(36);
      const random = randomBytes(16).toString("base64url");
      return `${time}.${random}.${computeMac(current, [kind, id, key, time, random]).toString("base64url")}`;
    },
    /** When a good challenge was issued, in milliseconds; undefined for every other text. */
    issuedAt(
      challenge: string | undefined,
      kind: Kind,
      { id, key }: Owner,
      nowMs: number,
    ): number | undefined {
      const [, time, random, mac] = CHALLENGE.exec(challenge ?? "") ?? [];
      if (time === undefined || random === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, "base64url");
      const isOurs = keys.some((own) =>
        timingSafeEqual(computeMac(own, [kind, id, key, time, random]), given),
      );
      const issuedMs = Number.parseInt(time, 36);
      return isOurs && nowMs < issuedMs + SECONDS[kind] * 1_000 ? issuedMs : undefined;
    },
  };
}
