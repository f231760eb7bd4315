import { LANGUAGE } from "@tallybin/contract/company";
import type { ReactElement } from "react";
import { accountTexts } from "../../account/account-texts.ts";
import type { Profile } from "../../account/profile.ts";
import { Address } from "../../components/address/address.tsx";
import { TextOutline } from "../../components/page-outline/page-outline.tsx";
import * as styles from "./dashboard-page.css.ts";
import { dashboardTexts } from "./dashboard-texts.tsx";

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

/** The payment provider's subscription status in plain words. */
const nameOfStatus = (subscriptionStatus: string | undefined): string =>
  STATUSES.get(subscriptionStatus ?? "") ?? statuses.inactive;

/**
 * An inactive plan is named too, so that its owner notices a missing payment. A subscription with an unknown price has
 * a status without a plan's name.
 */
function describePlan({ planId, stripeSubscriptionStatus: status }: Profile): string {
  if (planId !== undefined)
    return dashboardTexts.planWithStatus(accountTexts.planNames[planId], nameOfStatus(status));
  if (status === undefined) return dashboardTexts.none;
  const name = nameOfStatus(status);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function AccountFacts({ profile }: { profile: Profile }) {
  const { email, emailVerified, lastLoginAt, providers, enrolledFactors, isComplete } = profile;
  const facts: readonly (readonly [string, string])[] = [
    ...(email === undefined
      ? []
      : [
          [
            dashboardTexts.email,
            emailVerified ? dashboardTexts.verified(email) : dashboardTexts.notVerified(email),
          ] as const,
        ]),
    [dashboardTexts.methods, providers.join(", ") || dashboardTexts.none],
    [dashboardTexts.twoStep, enrolledFactors.length > 0 ? dashboardTexts.on : dashboardTexts.off],
    // These reserve their room while their answers are under way, so that nothing below them jumps.
    [dashboardTexts.plan, isComplete ? describePlan(profile) : dashboardTexts.unknown],
    [
      dashboardTexts.lastSignIn,
      lastLoginAt === undefined ? dashboardTexts.unknown : moment.format(lastLoginAt),
    ],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <Fact key={term} term={term}>
          <Address text={value} />
        </Fact>
      ))}
    </dl>
  );
}

const { email, methods, twoStep, plan, lastSignIn } = dashboardTexts;

/** The facts before they are known. */
export const AccountFactsOutline = () => (
  <dl className={styles.facts}>
    {[email, methods, twoStep, plan, lastSignIn].map((term) => (
      <Fact key={term} term={term}>
        <TextOutline />
      </Fact>
    ))}
  </dl>
);

const Fact = ({ term, children }: { term: string; children: ReactElement }) => (
  <div className={styles.fact}>
    <dt className={styles.term}>{term}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);
