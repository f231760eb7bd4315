import type { Happening } from "@tallybin/contract/account";
import * as v from "valibot";
import type { LookedUp } from "./identity-service.ts";

const texts = v.array(v.string());

/** The security settings of an account, without a personal value. */
export const Facts = v.object({
  /** Milliseconds since the epoch; null without a password. */
  passwordUpdatedAt: v.nullable(v.number()),
  providers: texts,
  factors: texts,
  passkeys: texts,
});
export type Facts = v.InferOutput<typeof Facts>;

const PASSWORD = "password";

export function factsOf({ passwordUpdatedAt = 0, ...account }: LookedUp): Facts {
  const ids = account.providerUserInfo.map(({ providerId }) => providerId);
  return {
    passwordUpdatedAt: ids.includes(PASSWORD) ? passwordUpdatedAt : null,
    // A phone number as a first factor is not offered on this site.
    providers: ids.filter((id) => id !== PASSWORD && id !== "phone"),
    factors: account.mfaInfo.map(({ mfaEnrollmentId }) => mfaEnrollmentId),
    passkeys: account.passkeyInfo.map(({ credentialId }) => credentialId),
  };
}

/** `at` is set if the identity service has stored the time, in milliseconds since the epoch. */
type Change = { happening: Happening; at?: number };

/** What is only in `after` was added, what is only in `before` was removed. */
const listChanges = (
  before: readonly string[],
  after: readonly string[],
  happeningOf: (change: "added" | "removed", id: string) => Happening,
): Change[] => [
  ...after.filter((id) => !before.includes(id)).map((id) => ({ happening: happeningOf("added", id) })),
  ...before.filter((id) => !after.includes(id)).map((id) => ({ happening: happeningOf("removed", id) })),
];

function findPasswordChange(before: number | null, after: number | null): Change[] {
  if (before === after) return [];
  const change = before === null ? "added" : after === null ? "removed" : "changed";
  return [{ happening: { kind: "password", change }, ...(after ? { at: after } : {}) }];
}

/** The changes between two looks at an account. */
export const compareFacts = (before: Facts, after: Facts): Change[] => [
  ...findPasswordChange(before.passwordUpdatedAt, after.passwordUpdatedAt),
  ...listChanges(before.factors, after.factors, (change) => ({ kind: "second-factor", change })),
  ...listChanges(before.passkeys, after.passkeys, (change) => ({ kind: "passkey", change })),
  ...listChanges(before.providers, after.providers, (change, provider) => ({
    kind: "provider",
    change,
    provider,
  })),
];
