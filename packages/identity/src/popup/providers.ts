import type { ProviderId } from "../user.ts";

/** What the site asks of a provider. */
export type ProviderOptions = {
  /** Beyond what Google asks for by itself. */
  scopes?: string[];
  /** Added to the provider's address: `login_hint`, `prompt`, `lang` … */
  customParameters?: Record<string, string>;
};

/** Facebook lays its page out for a small window only when it is told of one. */
const POPUP_PARAMETERS: Readonly<Partial<Record<ProviderId, Record<string, string>>>> = {
  "facebook.com": { display: "popup" },
};

/** A provider's options in the form of `createAuthUri`, which wants scopes apart by spaces. */
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
