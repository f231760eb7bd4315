import type { EnrolledFactor } from "@tallybin/identity";
import { secondFactorTexts } from "./second-factor-texts.tsx";

/** The end of a phone number. The service replaces the other digits by stars, which a screen reader cannot read. */
const endOfNumber = (phoneNumber: string): string | undefined =>
  phoneNumber.includes("*") ? phoneNumber.replace(/^.*\*/, "") : undefined;

export function messageSentText(phoneNumber: string | undefined): string {
  if (!phoneNumber) return secondFactorTexts.sent;
  const digits = endOfNumber(phoneNumber);
  return digits === undefined
    ? secondFactorTexts.sentTo(phoneNumber)
    : secondFactorTexts.sentToEnding(digits);
}

/** A label that tells a second factor from the others. */
export function factorLabelOf({ factorId, displayName, phoneNumber }: EnrolledFactor): string {
  const kind = secondFactorTexts.kinds[factorId];
  const digits = phoneNumber && endOfNumber(phoneNumber);
  const which = displayName || (digits ? secondFactorTexts.numberEnding(digits) : phoneNumber);
  return which ? secondFactorTexts.namedKind(kind, which) : kind;
}
