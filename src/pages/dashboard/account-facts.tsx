import type { User } from "../../account-user.ts";
import { signInMethodName } from "../../providers.ts";
import * as styles from "./dashboard-page.css.ts";

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

/** What we know of the account, and nothing beyond. */
export function AccountFacts({ user }: { user: User }) {
  const { email, emailVerified, lastLoginAt, providerData, enrolledFactors } = user;
  const methods = providerData.map(({ providerId }) => signInMethodName(providerId));
  const facts: readonly (readonly [string, string])[] = [
    ...(email === undefined
      ? []
      : [["Email", `${email} (${emailVerified ? "verified" : "not verified yet"})`] as const]),
    ["Sign-in methods", methods.join(", ") || "None"],
    ["Second step", enrolledFactors.length > 0 ? "On" : "Off"],
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
