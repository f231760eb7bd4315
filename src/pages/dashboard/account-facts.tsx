import { LANGUAGE } from "@tallybin/contract/company";
import { accountTexts } from "../../account/account-texts.ts";
import type { Profile } from "../../account/profile.ts";
import { Address } from "../../components/address/address.tsx";
import { TextOutline } from "../../components/page-outline/page-outline.tsx";
import * as styles from "./dashboard-page.css.ts";
import { dashboardTexts as texts } from "./dashboard-texts.tsx";

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
