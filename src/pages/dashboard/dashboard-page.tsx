import { NewBrowserAlerts } from "../../account/new-browser-alert.tsx";
import { useProfile } from "../../account/profile.ts";
import { StoredDataAlert } from "../../account/stored-data-alert.tsx";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../config/paths.ts";
import { useNotice } from "../../identity/state/use-notice.ts";
import { card } from "../../styles/layout.css.ts";
import { clamped } from "../../styles/utilities.css.ts";
import { AccountFacts } from "./account-facts.tsx";
import * as styles from "./dashboard-page.css.ts";
import { dashboardTexts } from "./dashboard-texts.tsx";
import { PasskeyOfferCard } from "./passkey-offer-card.tsx";
import { Verification } from "./verification.tsx";

/** The account at a glance. Shows only measured data. */
export function DashboardPage() {
  const profile = useProfile();
  const notice = useNotice("signed-in");
  if (!profile) return null;
  const { name, email } = profile;
  return (
    <Section padding="md">
      <div className={styles.page}>
        <div className={styles.head}>
          <h1 className={clamped}>{name ? dashboardTexts.helloTo(name) : dashboardTexts.hello}</h1>
          {email && <p className={styles.muted}>{dashboardTexts.signedInAs(<Address text={email} />)}</p>}
        </div>
        {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
        <StoredDataAlert />
        <NewBrowserAlerts key={profile.uid} user={profile} />
        {email && <Verification uid={profile.uid} email={email} isVerified={profile.emailVerified} />}
        <PasskeyOfferCard profile={profile} />
        <div className={styles.cards}>
          <section className={card} aria-labelledby="devices">
            <h2 className={styles.heading} id="devices">
              {dashboardTexts.devices}
            </h2>
            <p>{dashboardTexts.noDevices}</p>
            <div>
              <Button href={paths.contact} variant="secondary">
                {dashboardTexts.talk}
              </Button>
            </div>
          </section>
          <section className={card} aria-labelledby="account">
            <h2 className={styles.heading} id="account">
              {dashboardTexts.account}
            </h2>
            <AccountFacts profile={profile} />
            <div>
              <Button href={paths.settings} variant="secondary">
                {dashboardTexts.settings}
              </Button>
            </div>
          </section>
        </div>
      </div>
    </Section>
  );
}
