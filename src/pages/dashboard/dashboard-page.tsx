import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../paths.ts";
import { useNotice } from "../../stores/use-notice.ts";
import { useSession } from "../../stores/use-session.ts";
import { card } from "../../styles/layout.css.ts";
import { AccountFacts } from "./account-facts.tsx";
import * as styles from "./dashboard-page.css.ts";
import { Verification } from "./verification.tsx";

/** The account at a glance. Nothing is shown that nobody has measured. */
export function DashboardPage() {
  const session = useSession();
  const notice = useNotice();
  if (session.status !== "signed-in") return null;
  const { user } = session;
  const { displayName, email } = user;
  return (
    <Section padding="md">
      <div className={styles.page}>
        <div className={styles.head}>
          <h1>{displayName ? `Hello, ${displayName}` : "Hello"}</h1>
          {email && <p className={styles.muted}>Signed in as {email}</p>}
        </div>
        {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
        {email && <Verification email={email} isVerified={user.emailVerified} />}
        <div className={styles.cards}>
          <section className={card} aria-labelledby="devices">
            <h2 id="devices">Devices</h2>
            <p>
              No devices report to this account yet. Once we have installed one, its findings appear here.
            </p>
            <div>
              <Button href={paths.contact} variant="secondary">
                Talk to us about an installation
              </Button>
            </div>
          </section>
          <section className={card} aria-labelledby="account">
            <h2 id="account">Account</h2>
            <AccountFacts user={user} />
            <div>
              <Button href={paths.settings} variant="secondary">
                Settings
              </Button>
            </div>
          </section>
        </div>
      </div>
    </Section>
  );
}
