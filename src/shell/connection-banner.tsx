import { useLocation } from "wouter";
import { Button } from "../components/button/button.tsx";
import { retryConnection } from "../identity/client/client.ts";
import { signOut, signOutFailed } from "../identity/client/sign-out.ts";
import { useNotice } from "../identity/state/notices.ts";
import { isReconnecting } from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/user-state.ts";
import type { Elements } from "../lib/elements.ts";
import * as styles from "./shell.css.ts";
import { shellTexts } from "./shell-texts.tsx";

type ConnectionBannerProps = {
  unreachablePage: string | undefined;
  /** Other banners in the same place. */
  children?: Elements;
};

/** What is unreachable: a failed sign-out, a page that did not open or, quietly, the sign-in service. */
export function ConnectionBanner({ unreachablePage, children }: ConnectionBannerProps) {
  const [, navigate] = useLocation();
  const session = useSession();
  const stillIn = signOutFailed.useValue() && session.status === "signed-in";
  return (
    // The element is always in the document, so that its content is announced.
    <div role="status" className={styles.place}>
      {children}
      {stillIn && <Trouble text={shellTexts.stillSignedIn} onRetry={signOut} />}
      {unreachablePage !== undefined && (
        <Trouble text={shellTexts.pageUnreachable} onRetry={() => navigate(unreachablePage)} />
      )}
      {isReconnecting(session) && !stillIn && (
        <Trouble text={shellTexts.reconnecting} onRetry={retryConnection} />
      )}
    </div>
  );
}

const Trouble = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className={styles.banner}>
    <span>{text}</span>
    <Button variant="simple" size="sm" onClick={onRetry} text={shellTexts.tryAgain} />
  </div>
);

/** Confirms a sign-out on a public page. Each navigation mounts it again, which removes the sentence. */
export function SignedOutBanner() {
  const notice = useNotice("signed-out");
  return notice && <div className={styles.banner}>{notice.text}</div>;
}
