export type FactorHint = {
  uid: string;
  factorId: "phone" | "totp" | "unknown";
  displayName?: string | undefined;
  phoneNumber?: string | undefined;
};

/** The service shows only the end of a number, behind stars that a screen reader cannot say. */
export const phoneName = (phoneNumber: string): string =>
  phoneNumber.includes("*") ? `the number ending in ${phoneNumber.replace(/^.*\*/, "")}` : phoneNumber;

/** A label that tells a second factor from the others. */
export function factorName({ factorId, displayName, phoneNumber }: FactorHint): string {
  const kind = { phone: "Text message", totp: "Authenticator app", unknown: "Verification method" }[factorId];
  const which = displayName || (phoneNumber && phoneName(phoneNumber).replace(/^the /, ""));
  return which ? `${kind} (${which})` : kind;
}
