import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { TaskFailure } from "../../identity/state/task-failure.tsx";
import { verificationTexts } from "../../messages/verification-texts.ts";
import { card } from "../../styles/layout.css.ts";
import * as styles from "./dashboard-page.css.ts";
import { dashboardTexts } from "./dashboard-texts.tsx";
import { useVerification } from "./use-verification.ts";

type VerificationProps = { uid: string; email: string; isVerified: boolean };

/** An unverified address: the sent message, and a way to resend it. */
export function Verification({ uid, email, isVerified }: VerificationProps) {
  const { mail, send } = useVerification(uid, isVerified);
  if (isVerified) return null;
  return (
    <section className={card} aria-labelledby="verification">
      <h2 className={styles.heading} id="verification">
        {dashboardTexts.verify}
      </h2>
      <TaskFailure progress={mail} texts={verificationTexts} />
      {mail.status === "sent" ? (
        <Alert tone="success">
          <Address text={dashboardTexts.mailSent(email)} />
        </Alert>
      ) : (
        <p>
          <Address text={dashboardTexts.unverified(email)} />
        </p>
      )}
      <div>
        <Button variant="secondary" busy={mail.status === "busy"} onClick={send}>
          {dashboardTexts.sendAgain}
        </Button>
      </div>
    </section>
  );
}
