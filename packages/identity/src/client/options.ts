import type { Persistence } from "../persistence/persistence.ts";
import type { Platform } from "../platform.ts";

export type IdentityClientOptions = Partial<Platform> & {
  apiKey: string;
  projectId: string;
  /** Absolute, without a trailing slash: "https://identitytoolkit.googleapis.com". */
  identityToolkitUrl: string;
  /** "https://securetoken.googleapis.com" */
  secureTokenUrl: string;
  /** Where providers send the popup back to; default `/oauth/callback` on this page's origin. */
  callbackUrl?: string;
  /** The domain of this site as the project knows it, without scheme or port; `callbackUrl` wins over it. */
  authDomain?: string;
  persistence?: Persistence;
  /** The language of mails and text messages. */
  languageCode?: string;
};

/** The name of everything one project keeps in this browser: stored value, lock and channel. */
export const scopeOf = (projectId: string): string => `tallybin-identity:${projectId}`;
