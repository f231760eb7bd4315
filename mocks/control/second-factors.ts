import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "../http/api-error.ts";
import { totpCode, totpStep, totpValidForMs } from "../identity-toolkit/proofs/totp.ts";

export type ShownCode = { mfaEnrollmentId: string; code: string; validForMs: number };

/** The current codes of this account's authenticator apps. */
export async function totpCodes({ identity, clock }: ServiceContext, email: string): Promise<ShownCode[]> {
  const account = identity.accountByEmail(email);
  if (!account) throw new ApiError("EMAIL_NOT_FOUND", 404);
  const now = clock.now();
  const records = (account.mfaInfo ?? []).flatMap(
    ({ mfaEnrollmentId }) => identity.totp.get(mfaEnrollmentId) ?? [],
  );
  return Promise.all(
    records.map(async ({ mfaEnrollmentId = "", secret, lastStep }) => {
      // A code works once, so after a used code the next one is shown.
      const step = Math.max(totpStep(now), lastStep + 1);
      const early = (step - totpStep(now)) * 30_000;
      return { mfaEnrollmentId, code: await totpCode(secret, step), validForMs: totpValidForMs(now) + early };
    }),
  );
}
