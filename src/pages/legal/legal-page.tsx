import { company } from "../../company.ts";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { type LegalSection, paths } from "../../paths.ts";
import * as styles from "./legal-page.css.ts";
import { LAST_UPDATED, policyIntro, policySections } from "./privacy-policy.ts";

const tabs = [{ href: paths.privacy, text: "Privacy Policy" }];
const mail = <Link href={`mailto:${company.email}`}>{company.email}</Link>;

/** Terms and privacy policy. The terms are not published yet, so the tab bar has only the policy. */
export function LegalPage({ legalSection = "terms-of-service" }: { legalSection?: LegalSection }) {
  const isPolicy = legalSection === "privacy-policy";
  return (
    <Section padding="md">
      <div className={styles.page}>
        <Tabs label="Legal" tabs={tabs} currentPath={isPolicy ? paths.privacy : paths.terms} />
        <article className={styles.article}>{isPolicy ? <PrivacyPolicy /> : <Terms />}</article>
      </div>
    </Section>
  );
}

const Terms = () => (
  <>
    <h1>Terms of service</h1>
    <p>Our terms of service are not published yet; until they are, please ask us at {mail}.</p>
  </>
);

const PrivacyPolicy = () => (
  <>
    <h1>Privacy policy</h1>
    <p className={styles.updated}>Last updated {LAST_UPDATED}</p>
    <p>{policyIntro}</p>
    {policySections.map(({ title, paragraphs }) => (
      <section key={title} className={styles.article}>
        <h2>{title}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
    <section className={styles.article}>
      <h2>Contact</h2>
      <p>For all of this, write to {mail}.</p>
    </section>
  </>
);
