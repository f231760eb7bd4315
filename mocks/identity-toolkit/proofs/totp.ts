import { Secret, TOTP } from "otpauth";
import type { ServiceContext } from "../../core/service-context.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const { digits, algorithm, period } = TOTP.defaults;

export const TOTP_PARAMETERS = {
  verificationCodeLength: digits,
  hashingAlgorithm: algorithm,
  periodSec: period,
};

/** A secret in the form of authenticator apps: 160 bits in base 32, no padding. */
export const newTotpSecret = ({ random }: ServiceContext): string =>
  Array.from({ length: 32 }, () => BASE32[Math.floor(random.next() * 32)]).join("");

/** A secret that an app can use: at least 80 bits in base 32. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{16,}$/.test(text);

/** The code that an app shows at a local time in milliseconds. */
export const computeTotpCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** The time step of this code: the current one or a neighbor, but none that was used before. */
export function findTotpStep(secret: string, token: string, timestamp: number, lastStep: number) {
  const delta = TOTP.validate({ secret: Secret.fromBase32(secret), token, timestamp, window: 1 });
  const step = delta === null ? lastStep : TOTP.counter({ timestamp }) + delta;
  return step > lastStep ? step : undefined;
}
