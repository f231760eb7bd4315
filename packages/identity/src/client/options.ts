import type { Custody, CustodyParts } from "../custody/custody.ts";
import { IdentityError } from "../errors/identity-error.ts";
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
  /** Where providers redirect the popup to. Default: `/oauth/callback` on this page's origin. */
  callbackUrl?: string;
  /** This site's domain in the project, without scheme or port; `callbackUrl` takes precedence. */
  authDomain?: string;
  /**
   * A page of this origin, served with `Cross-Origin-Opener-Policy: unsafe-none`, that popups open at. Without it
   * they open at `about:blank`, which WebKit isolates from an application that has an opener policy. Omit it if the
   * application's own policy is `same-origin`, because such a page would be isolated itself.
   */
  popupUrl?: string;
  persistence?: Persistence;
  /** How long the client waits after a failed refresh, and between forced refreshes, in milliseconds. */
  backOff?: Partial<BackOff>;
  /**
   * Keeps refresh tokens outside the page: `serverCustody` of `@tallybin/identity/custody`. Not with a `persistence`
   * of one tab or page.
   */
  custody?: ((parts: CustodyParts) => Custody) | undefined;
  /** The language of mails and text messages. */
  languageCode?: string;
  /**
   * The prefix of every name in this browser: database, stored values, lock and channels. Default: "identity-client".
   * Pages that share a session use the same prefix, including the callback page.
   */
  namespace?: string;
  /** Logs the lifecycle events to the console, for development. They contain no token, address or one-time code. */
  debug?: boolean;
};

/** One cookie per origin names one session, so a custody cannot keep several sessions in one browser. */
export function requireLocal({ kind }: Persistence): void {
  if (kind !== "local") throw new IdentityError("argument-error", { detail: "persistence" });
}

/** The name of a project's stored value, lock and channel in this browser. */
export const scopeOf = ({
  namespace = NAMESPACE,
  projectId,
}: Pick<IdentityClientOptions, "namespace" | "projectId">): string => `${namespace}:${projectId}`;
