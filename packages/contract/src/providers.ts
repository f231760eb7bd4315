/** The sign-in providers, in the order of their buttons. `oidc.sso` is a project's own OpenID Connect provider. */
const PROVIDERS = [
  { id: "google.com", name: "Google" },
  { id: "facebook.com", name: "Facebook" },
  { id: "twitter.com", name: "Twitter" },
  { id: "github.com", name: "GitHub" },
  { id: "apple.com", name: "Apple" },
  { id: "microsoft.com", name: "Microsoft" },
  { id: "oidc.sso", name: "SSO" },
] as const;

type Provider = (typeof PROVIDERS)[number];
export type ProviderId = Provider["id"];

export const providerIds: readonly ProviderId[] = PROVIDERS.map(({ id }) => id);

export const isProviderId = (value: string): value is ProviderId =>
  (providerIds as readonly string[]).includes(value);

export const providerOf = (id: ProviderId): Provider =>
  PROVIDERS.find((provider) => provider.id === id) as Provider;
