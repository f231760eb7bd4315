import { useLocation } from "wouter";
import { Button } from "../components/button/button.tsx";
import { retryConnection } from "../identity/client.ts";
import { signOut } from "../identity/sign-out.ts";
import { signOutFailed } from "../identity/sign-out-store.ts";
import { useSession } from "../identity/use-session.ts";
import * as styles from "./connection-banner.css.ts";

/**
 * Says in one place what cannot be reached: a sign-out that failed, a page that could not be opened, or, quietly, the
 * sign-in service while the user stays signed in.
 */
export function ConnectionBanner({ unreachablePage }: { unreachablePage: string | undefined }) {
  const [, navigate] = useLocation();
  const session = useSession();
  const stillIn = signOutFailed.useValue() && session.status === "signed-in";
  const reconnecting = session.status === "signed-in" && session.connection === "reconnecting";
  return (
    // Always there, so that its content arriving is announced.
    <div role="status">
      {stillIn && (
        <div className={styles.banner}>
          <span>Signing out did not work: you are still signed in.</span>
          <Button variant="simple" size="sm" onClick={signOut}>
            Try again
          </Button>
        </div>
      )}
      {unreachablePage !== undefined && (
        <div className={styles.banner}>
          <span>
            That page could not be opened: our server cannot be reached. What you typed is still here.
          </span>
          <Button variant="simple" size="sm" onClick={() => navigate(unreachablePage)}>
            Try again
          </Button>
        </div>
      )}
      {reconnecting && !stillIn && (
        <div className={styles.banner}>
          <span>You are still signed in. Reconnecting to the sign-in service…</span>
          <Button variant="simple" size="sm" onClick={retryConnection}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
