import type { ProviderId } from "../user.ts";

/** The site's options for a provider. */
export type ProviderOptions = {
  /** Scopes beyond those that Google requests by itself. */
  scopes?: string[];
  /** Added to the provider's address: `login_hint`, `prompt`, `lang` … */
  customParameters?: Record<string, string>;
};

/** Facebook uses its small-window layout only on request. */
const POPUP_PARAMETERS: Readonly<Partial<Record<ProviderId, Record<string, string>>>> = {
  "facebook.com": { display: "popup" },
};

/** A provider's options as `createAuthUri` expects them, with scopes separated by spaces. */
export function providerRequest(
  providerId: ProviderId,
  { scopes, customParameters }: ProviderOptions,
  mode: "popup" | "redirect",
) {
  return {
    providerId,
    oauthScope: scopes?.join(" ") || undefined,
    customParameter: { ...(mode === "popup" && POPUP_PARAMETERS[providerId]), ...customParameters },
  };
}
