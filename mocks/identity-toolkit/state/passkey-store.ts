import * as v from "valibot";

/** The data to verify a passkey's signature. All other data of a passkey is in its account. */
export const PasskeyKey = v.object({
  /** Base64url. */
  credentialId: v.string(),
  uid: v.string(),
  /** COSE, base64url. Absent for a passkey that was enrolled unverified. */
  publicKey: v.optional(v.string()),
  counter: v.number(),
});
export type PasskeyKey = v.InferOutput<typeof PasskeyKey>;

/** A begun ceremony. Its challenge works once. */
export const PasskeyChallenge = v.object({
  /** Base64url. */
  challenge: v.string(),
  /** The enrolling user; absent for a sign-in, which names no user. */
  uid: v.optional(v.string()),
  rpId: v.string(),
  expiresAt: v.number(),
});
export type PasskeyChallenge = v.InferOutput<typeof PasskeyChallenge>;

export const PasskeySnapshot = v.object({
  keys: v.array(PasskeyKey),
  challenges: v.array(PasskeyChallenge),
});
export type PasskeySnapshot = v.InferOutput<typeof PasskeySnapshot>;

/** Keys and challenges of all accounts. */
export class PasskeyStore {
  readonly keys = new Map<string, PasskeyKey>();
  readonly challenges = new Map<string, PasskeyChallenge>();

  /** Removes a challenge, expired or not: a failed ceremony needs a new one too. */
  redeem(challenge: string): PasskeyChallenge | undefined {
    const record = this.challenges.get(challenge);
    this.challenges.delete(challenge);
    return record;
  }

  removeAccount(uid: string): void {
    for (const key of this.keys.values()) if (key.uid === uid) this.keys.delete(key.credentialId);
  }

  snapshot(): PasskeySnapshot {
    return { keys: [...this.keys.values()], challenges: [...this.challenges.values()] };
  }

  restore({ keys, challenges }: PasskeySnapshot): void {
    for (const key of keys) this.keys.set(key.credentialId, key);
    for (const challenge of challenges) this.challenges.set(challenge.challenge, challenge);
  }

  clear(): void {
    this.keys.clear();
    this.challenges.clear();
  }
}
