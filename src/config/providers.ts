import { isProviderId, providerOf } from "@tallybin/contract";

/** Every sign-in method by its common name, including those that this site does not offer. */
export function signInMethodName(providerId: string): string {
  if (isProviderId(providerId)) return providerOf(providerId).name;
  if (providerId === "password") return "Password";
  if (providerId === "phone") return "Phone number";
  return providerId;
}
