/** The other services somebody can sign in with, in the order in which we offer them. */
export const PROVIDERS = ["google.com", "facebook.com", "twitter.com", "github.com"] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export const providerNames: Record<ProviderId, string> = {
  "google.com": "Google",
  "facebook.com": "Facebook",
  "twitter.com": "Twitter",
  "github.com": "GitHub",
};

export const isProvider = (value: string): value is ProviderId => Object.hasOwn(providerNames, value);

/** Any way of signing in by the name people know, also those that this site does not offer. */
export function signInMethodName(providerId: string): string {
  if (isProvider(providerId)) return providerNames[providerId];
  if (providerId === "password") return "Password";
  if (providerId === "phone") return "Phone number";
  return providerId;
}
