type Entry = {
  id: string;
  name: string;
  /** Names a drawing in `src/components/social-button/provider-mark.tsx`. */
  icon: string;
  /** The provider's hosts of profile pictures, which the site's policy allows. */
  pictureHosts: readonly string[];
};

/**
 * The sign-in providers of the site, in the order of their buttons. `oidc.sso` is the one OpenID Connect provider that a
 * project may configure under this ID.
 */
const PROVIDERS = [
  { id: "google.com", name: "Google", icon: "google", pictureHosts: ["lh3.googleusercontent.com"] },
  {
    id: "facebook.com",
    name: "Facebook",
    icon: "facebook",
    pictureHosts: ["graph.facebook.com", "platform-lookaside.fbsbx.com"],
  },
  { id: "twitter.com", name: "Twitter", icon: "x", pictureHosts: ["pbs.twimg.com"] },
  { id: "github.com", name: "GitHub", icon: "github", pictureHosts: ["avatars.githubusercontent.com"] },
  { id: "apple.com", name: "Apple", icon: "apple", pictureHosts: [] },
  { id: "microsoft.com", name: "Microsoft", icon: "microsoft", pictureHosts: [] },
  { id: "oidc.sso", name: "SSO", icon: "key", pictureHosts: [] },
] as const satisfies readonly Entry[];

type Provider = (typeof PROVIDERS)[number];
export type ProviderId = Provider["id"];

export const providerIds: readonly ProviderId[] = PROVIDERS.map(({ id }) => id);
/** The providers of a site that does not choose. */
export const defaultProviderIds: readonly ProviderId[] = [
  "google.com",
  "facebook.com",
  "twitter.com",
  "github.com",
];
export const pictureHosts: readonly string[] = PROVIDERS.flatMap((provider) => provider.pictureHosts);

export const isProviderId = (value: string): value is ProviderId => providerIds.some((id) => id === value);

const byId = Object.fromEntries(PROVIDERS.map((provider) => [provider.id, provider])) as Record<
  ProviderId,
  Provider
>;
export const providerOf = (id: ProviderId): Provider => byId[id];
