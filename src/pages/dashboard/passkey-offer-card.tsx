import type { Profile } from "../../account/profile.ts";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { passkeyAddTexts } from "../../messages/auth-failure-texts.ts";
import { actions, card } from "../../styles/layout.css.ts";
import * as styles from "./dashboard-page.css.ts";
import { dashboardTexts } from "./dashboard-texts.tsx";
import { usePasskeyOffer } from "./use-passkey-offer.ts";

/** Offered after a sign-in by password to an account without a passkey. */
export function PasskeyOfferCard({ profile }: { profile: Profile }) {
  const { isOffered, task, dismiss } = usePasskeyOffer(profile);
  const { progress } = task;
  if (progress.status === "done")
    return (
      <Alert tone="success" isAnswer>
        {dashboardTexts.passkeyReady}
      </Alert>
    );
  if (!isOffered) return null;
  return (
    <section className={card} aria-labelledby="passkey-offer">
      <h2 className={styles.heading} id="passkey-offer">
        {dashboardTexts.skipPassword}
      </h2>
      <p>{dashboardTexts.passkeyOffer}</p>
      <TaskFailure progress={progress} texts={passkeyAddTexts} />
      <div className={actions}>
        <Button busy={progress.status === "busy"} onClick={() => void task.start(undefined)}>
          {dashboardTexts.addPasskey}
        </Button>
        <Button variant="secondary" disabled={progress.status === "busy"} onClick={dismiss}>
          {dashboardTexts.noThanks}
        </Button>
      </div>
    </section>
  );
}
