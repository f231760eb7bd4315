import type { ServiceContext } from "../../core/service-context.ts";
import { TOTP_PERIOD_S, totpStepAt } from "../state/codes.ts";

const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const TOTP_PARAMETERS = {
  verificationCodeLength: DIGITS,
  hashingAlgorithm: "SHA1",
  periodSec: TOTP_PERIOD_S,
};

/** A secret in the form of authenticator apps: 160 bits in base 32, no padding. */
export const newTotpSecret = ({ random }: ServiceContext): string =>
  Array.from({ length: 32 }, () => BASE32[Math.floor(random.next() * 32)]).join("");

/** A secret that an app can use: at least 80 bits in base 32. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{16,}$/.test(text);

function decodeBase32(encoded: string): Uint8Array<ArrayBuffer> {
  let bits = 0;
  let buffer = 0;
  const bytes: number[] = [];
  for (const character of encoded) {
    buffer = ((buffer << 5) | BASE32.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >>> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

export const totpValidForMs = (ms: number): number => TOTP_PERIOD_S * 1000 - (ms % (TOTP_PERIOD_S * 1000));

/**
 * The code of one time step. @see https://www.rfc-editor.org/rfc/rfc6238 and
 * https://www.rfc-editor.org/rfc/rfc4226#section-5.3
 */
export async function computeTotpCode(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    decodeBase32(secret),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["sign"],
  );
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  const truncated = mac.getUint32(offset) & 0x7fffffff;
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step of this code: the current one or a neighbor, but none that was used before. */
export async function findTotpStep(
  secret: string,
  code: string,
  ms: number,
  lastStep: number,
): Promise<number | undefined> {
  const now = totpStepAt(ms);
  for (const step of [now, now - 1, now + 1])
    if (step > lastStep && (await computeTotpCode(secret, step)) === code) return step;
  return undefined;
}
