import { isProviderId, providerOf } from "@tallybin/contract";

/** Any way of signing in by the name people know, including those that this site does not offer. */
export function signInMethodName(providerId: string): string {
  if (isProviderId(providerId)) return providerOf(providerId).name;
  if (providerId === "password") return "Password";
  if (providerId === "phone") return "Phone number";
  return providerId;
}
