import { Button } from "../components/button/button.tsx";
import { retryConnection } from "../identity/client.ts";
import { signOut } from "../identity/sign-out.ts";
import { signOutFailed } from "../identity/sign-out-store.ts";
import { useSession } from "../identity/use-session.ts";
import * as styles from "./connection-banner.css.ts";

/** Said in one place: signing out did not work, or, quietly, while somebody stays signed in although the sign-in service cannot be reached. */
export function ConnectionBanner() {
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
