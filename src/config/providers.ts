import { isProviderId, providerOf } from "@tallybin/contract/providers";
import { providerTexts } from "./provider-texts.ts";

/** Every sign-in method by its common name, including those that this site does not offer. */
export function signInMethodName(providerId: string): string {
  if (isProviderId(providerId)) return providerOf(providerId).name;
  if (providerId === "password") return providerTexts.password;
  if (providerId === "phone") return providerTexts.phone;
  return providerId;
}
