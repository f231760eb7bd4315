export type FactorHint = {
  uid: string;
  factorId: "phone" | "totp" | "unknown";
  displayName?: string | undefined;
  phoneNumber?: string | undefined;
};

/** How a second factor is told from the others. */
export function factorName({ factorId, displayName, phoneNumber }: FactorHint): string {
  const kind = { phone: "Text message", totp: "Authenticator app", unknown: "Second step" }[factorId];
  const which = displayName || phoneNumber;
  return which ? `${kind} (${which})` : kind;
}
