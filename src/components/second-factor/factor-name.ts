export type FactorHint = {
  uid: string;
  factorId: "phone" | "totp" | "unknown";
  displayName?: string | undefined;
  phoneNumber?: string | undefined;
};

/** The service shows no more of a number than its end, behind stars that nobody can read out. */
export const phoneName = (phoneNumber: string): string =>
  phoneNumber.includes("*") ? `the number ending in ${phoneNumber.replace(/^.*\*/, "")}` : phoneNumber;

/** How a second factor is told from the others. */
export function factorName({ factorId, displayName, phoneNumber }: FactorHint): string {
  const kind = { phone: "Text message", totp: "Authenticator app", unknown: "Second step" }[factorId];
  const which = displayName || (phoneNumber && phoneName(phoneNumber).replace(/^the /, ""));
  return which ? `${kind} (${which})` : kind;
}
