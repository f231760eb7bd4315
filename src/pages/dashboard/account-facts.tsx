import { nameOfStatus, planName } from "../../account/plans.ts";
import type { Profile } from "../../account/profile.ts";
import * as styles from "./dashboard-page.css.ts";

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

/** An inactive plan is named too, so that its owner notices a missing payment. */
const planFact = ({ planId, stripeSubscriptionStatus }: Profile): string =>
  planId === undefined ? "None" : `${planName[planId]} (${nameOfStatus(stripeSubscriptionStatus)})`;

/** The known facts of the account. */
export function AccountFacts({ profile }: { profile: Profile }) {
  const { email, emailVerified, lastLoginAt, providers, enrolledFactors, isComplete } = profile;
  const facts: readonly (readonly [string, string])[] = [
    ...(email === undefined
      ? []
      : [["Email", `${email} (${emailVerified ? "verified" : "not verified yet"})`] as const]),
    ["Sign-in methods", providers.join(", ") || "None"],
    ["Two-step verification", enrolledFactors.length > 0 ? "On" : "Off"],
    // Reserves its room while it loads, so that nothing below jumps.
    ["Plan", isComplete ? planFact(profile) : "Not known yet"],
    ...(lastLoginAt === undefined ? [] : [["Last sign-in", moment.format(lastLoginAt)] as const]),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term} className={styles.fact}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
