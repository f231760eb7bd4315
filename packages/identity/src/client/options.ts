import type { Custody, CustodyParts } from "../custody/custody.ts";
import { NAMESPACE } from "../lib/namespace.ts";
import type { Persistence } from "../persistence/persistence.ts";
import type { Platform } from "../platform.ts";
import type { BackOff } from "../session/retry.ts";

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
  /**
   * A page of this origin, served with `Cross-Origin-Opener-Policy: unsafe-none`, that popups open at. Without it they
   * open at `about:blank`, which WebKit cuts off from an application that has an opener policy. To be left out where the
   * application's own policy is `same-origin`: such a page would be cut off itself.
   */
  popupUrl?: string;
  persistence?: Persistence;
  /** How long the client waits after a failed refresh, and between refreshes that callers force. In milliseconds. */
  backOff?: Partial<BackOff>;
  /** Keeps refresh tokens elsewhere than in the page: `serverCustody` of `@tallybin/identity/custody`. */
  custody?: (parts: CustodyParts) => Custody;
  /** The language of mails and text messages. */
  languageCode?: string;
  /**
   * What the names of all that is kept in this browser begin with: database, stored values, lock and channels. Default
   * "identity-client". Pages that share a session give the same one, the callback page included.
   */
  namespace?: string;
};

/** The name of everything one project keeps in this browser: stored value, lock and channel. */
export const scopeOf = ({
  namespace = NAMESPACE,
  projectId,
}: Pick<IdentityClientOptions, "namespace" | "projectId">): string => `${namespace}:${projectId}`;
