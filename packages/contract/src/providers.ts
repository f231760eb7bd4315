type Entry = {
  id: string;
  name: string;
  /** Names a drawing in `src/components/social-button/provider-mark.tsx`. */
  icon: string;
};

/**
 * The sign-in providers of the site, in the order of their buttons. `oidc.sso` is the one OpenID Connect provider that a
 * project may configure under this ID.
 */
const PROVIDERS = [
  { id: "google.com", name: "Google", icon: "google" },
  { id: "facebook.com", name: "Facebook", icon: "facebook" },
  { id: "twitter.com", name: "Twitter", icon: "x" },
  { id: "github.com", name: "GitHub", icon: "github" },
  { id: "apple.com", name: "Apple", icon: "apple" },
  { id: "microsoft.com", name: "Microsoft", icon: "microsoft" },
  { id: "oidc.sso", name: "SSO", icon: "key" },
] as const satisfies readonly Entry[];

type Provider = (typeof PROVIDERS)[number];
export type ProviderId = Provider["id"];

export const providerIds: readonly ProviderId[] = PROVIDERS.map(({ id }) => id);

export const isProviderId = (value: string): value is ProviderId =>
  (providerIds as readonly string[]).includes(value);

export const providerOf = (id: ProviderId): Provider =>
  PROVIDERS.find((provider) => provider.id === id) as Provider;
