import { LANGUAGE } from "@tallybin/contract/company";
import { useEffect } from "react";
import { NewBrowserAlerts, StoredDataAlert } from "../../account/account-alerts.tsx";
import { AccountGate } from "../../account/account-gate.tsx";
import { accountTexts } from "../../account/account-texts.ts";
import type { Profile } from "../../account/profile.ts";
import { Address } from "../../components/address/address.tsx";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { PictureOutline, TextOutline } from "../../components/page-outline/page-outline.tsx";
import { paths } from "../../config/paths.ts";
import {
  checkVerification,
  sendVerificationMail,
  verificationMail,
} from "../../identity/client/verification-mail.ts";
import { addPasskey } from "../../identity/methods/account-methods.ts";
import { deviceName } from "../../identity/methods/device-name.ts";
import { dismissPasskeyOffer, passkeyOffer } from "../../identity/methods/passkey-offer.ts";
import { useNotice } from "../../identity/state/notices.ts";
import { TaskFailure, useTask } from "../../identity/state/use-task.tsx";
import type { Elements } from "../../lib/elements.ts";
import { passkeyAddTexts, verificationTexts } from "../../messages/auth-failure-texts.ts";
import { actions, card, clamped } from "../../styles/layout.css.ts";
import * as styles from "./dashboard-page.css.ts";
import { dashboardTexts, dashboardTexts as texts } from "./dashboard-texts.tsx";

const NoFinding = lazyDrawing(async () => (await import("../../artwork/empty-bin.tsx")).NoFinding);

export const DashboardPage = () => (
  <AccountGate outline={<DashboardOutline />}>{(profile) => <Dashboard profile={profile} />}</AccountGate>
);

const DashboardOutline = () => (
  <>
    <div className={styles.head}>
      <h1>{dashboardTexts.hello}</h1>
      <TextOutline />
    </div>
    <div className={styles.cards}>
      <Card id="devices" title={dashboardTexts.devices}>
        <PictureOutline />
      </Card>
      <Card id="account" title={dashboardTexts.account}>
        <AccountFacts />
      </Card>
    </div>
  </>
);

const Card = ({ id, title, children }: { id: string; title: string; children: Elements }) => (
  <section className={card} aria-labelledby={id}>
    <h2 className={styles.heading} id={id}>
      {title}
    </h2>
    {children}
  </section>
);

/** The account at a glance. Shows only measured data. */
function Dashboard({ profile }: { profile: Profile }) {
  const notice = useNotice("signed-in");
  const { name, email } = profile;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={clamped}>{name ? dashboardTexts.helloTo(name) : dashboardTexts.hello}</h1>
        {email && <p className={styles.muted}>{dashboardTexts.signedInAs(<Address text={email} />)}</p>}
      </div>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
      <div className={styles.cards}>
        <Card id="devices" title={dashboardTexts.devices}>
          <NoFinding className={styles.bin} decorative />
          <p>{dashboardTexts.noDevices}</p>
          <ol className={styles.steps}>
            {dashboardTexts.nextSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Button href={paths.contact} variant="secondary" text={dashboardTexts.talk} />
        </Card>
        <Card id="account" title={dashboardTexts.account}>
          <AccountFacts profile={profile} />
          <Button href={paths.settings} variant="secondary" text={dashboardTexts.settings} />
        </Card>
      </div>
      {/* These depend on answers that may come late, so that they are below what would move. */}
      <StoredDataAlert />
      <NewBrowserAlerts key={profile.uid} user={profile} />
      {email && <Verification uid={profile.uid} email={email} isVerified={profile.emailVerified} />}
      <PasskeyOfferCard profile={profile} />
    </div>
  );
}

/** Offered after a sign-in by password to an account without a passkey. */
function PasskeyOfferCard({ profile }: { profile: Profile }) {
  const { uid, passkeys, createdAt } = profile;
  const isMade = passkeyOffer.useValue();
  const task = useTask(() => addPasskey(uid, deviceName(navigator.userAgent)));
  const { progress } = task;
  if (progress.status === "done")
    return (
      <Alert tone="success" isAnswer>
        {dashboardTexts.passkeyReady}
      </Alert>
    );
  // Until the profile has been read, an empty list means nothing.
  if (!isMade || createdAt === undefined || passkeys.length > 0) return null;
  return (
    <Card id="passkey-offer" title={dashboardTexts.skipPassword}>
      <p>{dashboardTexts.passkeyOffer}</p>
      <TaskFailure progress={progress} texts={passkeyAddTexts} />
      <div className={actions}>
        <Button
          busy={task.isBusy}
          onClick={() => void task.start(undefined)}
          text={dashboardTexts.addPasskey}
        />
        <Button
          variant="secondary"
          disabled={task.isBusy}
          onClick={dismissPasskeyOffer}
          text={dashboardTexts.noThanks}
        />
      </div>
    </Card>
  );
}

/**
 * An unverified address: the sent message, and a way to resend it. Checks again whenever the user returns from their
 * mail.
 */
function Verification({ uid, email, isVerified }: { uid: string; email: string; isVerified: boolean }) {
  const mail = verificationMail.useValue();
  useEffect(() => {
    if (isVerified) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const checkIfVisible = () => document.visibilityState === "visible" && void checkVerification();
    window.addEventListener("focus", checkIfVisible, { signal });
    document.addEventListener("visibilitychange", checkIfVisible, { signal });
    return () => listening.abort();
  }, [isVerified]);
  if (isVerified) return null;
  return (
    <Card id="verification" title={dashboardTexts.verify}>
      <TaskFailure progress={mail} texts={verificationTexts} />
      {mail.status === "done" ? (
        <Alert tone="success">
          <Address text={dashboardTexts.mailSent(email)} />
        </Alert>
      ) : (
        <p>
          <Address text={dashboardTexts.unverified(email)} />
        </p>
      )}
      <Button
        variant="secondary"
        busy={mail.status === "busy"}
        onClick={() => void sendVerificationMail(uid)}
        text={dashboardTexts.sendAgain}
      />
    </Card>
  );
}

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long", timeStyle: "short" });

const { statuses } = accountTexts;
const STATUSES = new Map(
  Object.entries({
    active: statuses.active,
    trialing: statuses.trial,
    past_due: statuses.overdue,
    unpaid: statuses.overdue,
    incomplete: statuses.incomplete,
    incomplete_expired: statuses.incomplete,
    canceled: statuses.canceled,
    paused: statuses.paused,
  }),
);

/** An inactive plan is named too, so that its owner notices a missing payment. An unknown price has no name. */
function describePlan({ planId, stripeSubscriptionStatus: status }: Profile): string {
  const name = STATUSES.get(status ?? "") ?? statuses.inactive;
  if (planId !== undefined) return texts.planWithStatus(accountTexts.planNames[planId], name);
  return status === undefined ? texts.none : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Each fact that the account has. Those that come late reserve their room, so that nothing below them jumps. */
const facts: Readonly<Record<string, (profile: Profile) => string | undefined>> = {
  [texts.email]: ({ email, emailVerified }) => email && accountTexts.email(email, emailVerified),
  [texts.methods]: ({ providers }) => providers.join(", ") || texts.none,
  [texts.twoStep]: ({ enrolledFactors }) => (enrolledFactors.length > 0 ? texts.on : texts.off),
  [texts.plan]: (profile) => (profile.isComplete ? describePlan(profile) : texts.unknown),
  [texts.lastSignIn]: ({ lastLoginAt }) =>
    lastLoginAt === undefined ? texts.unknown : moment.format(lastLoginAt),
};

/** @param profile undefined until the session is known: the facts then have no values */
export const AccountFacts = ({ profile }: { profile?: Profile }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([term, describe]) => {
      const value = profile && describe(profile);
      if (profile && value === undefined) return null;
      return (
        <div key={term} className={styles.fact}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value === undefined ? <TextOutline /> : <Address text={value} />}</dd>
        </div>
      );
    })}
  </dl>
);
