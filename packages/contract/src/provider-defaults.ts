import type { ProviderId } from "./providers.ts";

// A separate module, because the first view of every page needs the providers' names and none of these defaults.

/** The providers of a site whose configuration names none. */
export const defaultProviderIds: readonly ProviderId[] = [
  "google.com",
  "facebook.com",
  "twitter.com",
  "github.com",
];

/** The providers' hosts of profile pictures, which the site's policy allows. */
export const pictureHosts: readonly string[] = [
  "lh3.googleusercontent.com",
  "graph.facebook.com",
  "platform-lookaside.fbsbx.com",
  "pbs.twimg.com",
  "avatars.githubusercontent.com",
];
