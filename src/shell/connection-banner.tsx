import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { Button } from "../components/button/button.tsx";
import { retryConnection } from "../identity/client.ts";
import { signOut } from "../identity/sign-out.ts";
import { signOutFailed } from "../identity/sign-out-store.ts";
import { useSession } from "../identity/use-session.ts";
import * as styles from "./connection-banner.css.ts";

type ConnectionBannerProps = {
  unreachablePage: string | undefined;
  /** Other announcements. */
  children?: ReactNode;
};

/**
 * Shows in one place what is unreachable: a failed sign-out, a page that could not be opened, or, quietly, the
 * sign-in service while the user stays signed in.
 */
export function ConnectionBanner({ unreachablePage, children }: ConnectionBannerProps) {
  const [, navigate] = useLocation();
  const session = useSession();
  const stillIn = signOutFailed.useValue() && session.status === "signed-in";
  const reconnecting = session.status === "signed-in" && session.connection === "reconnecting";
  return (
    // Always in the document, so that its content is announced.
    <div role="status" className={styles.place}>
      {children}
      {stillIn && (
        <div className={styles.banner}>
          <span>We couldn’t sign you out. You’re still signed in.</span>
          <Button variant="simple" size="sm" onClick={signOut}>
            Try again
          </Button>
        </div>
      )}
      {unreachablePage !== undefined && (
        <div className={styles.banner}>
          <span>
            That page couldn’t be opened, because we can’t reach our server. What you typed is still here.
          </span>
          <Button variant="simple" size="sm" onClick={() => navigate(unreachablePage)}>
            Try again
          </Button>
        </div>
      )}
      {reconnecting && !stillIn && (
        <div className={styles.banner}>
          <span>You’re still signed in. Reconnecting…</span>
          <Button variant="simple" size="sm" onClick={retryConnection}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
