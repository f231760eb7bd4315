import { Button } from "../components/button/button.tsx";
import { retryConnection } from "../identity.ts";
import { useSession } from "../stores/use-session.ts";
import * as styles from "./connection-banner.css.ts";

/** Said quietly while somebody stays signed in although the sign-in service cannot be reached. */
export function ConnectionBanner() {
  const session = useSession();
  const reconnecting = session.status === "signed-in" && session.connection === "reconnecting";
  return (
    // Always there, so that its content arriving is announced.
    <div role="status">
      {reconnecting && (
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
