import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { company } from "../../config/company.ts";
import { type LegalSection, paths } from "../../config/paths.ts";
import { pageInfo } from "../../seo/page-info.ts";
import * as styles from "./legal-page.css.ts";
import { policyIntro, policySections } from "./privacy-policy-texts.ts";

const tabs = [{ href: paths.privacy, text: "Privacy Policy" }];
const mail = <Link href={`mailto:${company.email}`}>{company.email}</Link>;

/** Terms and privacy policy. The terms are not published yet, so the tab bar has only the policy. */
export function LegalPage({ legalSection = "terms-of-service" }: { legalSection?: LegalSection }) {
  const isPolicy = legalSection === "privacy-policy";
  return (
    <Section padding="md">
      <div className={styles.page}>
        <Tabs label="Legal" tabs={tabs} currentPath={isPolicy ? paths.privacy : paths.terms} />
        {isPolicy ? <PrivacyPolicy /> : <Terms />}
      </div>
    </Section>
  );
}

const Terms = () => (
  <article className={styles.article}>
    <h1>Terms of service</h1>
    <p>Our terms of service are not published yet; until they are, please ask us at {mail}.</p>
  </article>
);

const { updated } = pageInfo.privacy;
const shownDate = new Date(updated).toLocaleDateString("en-US", {
  year: "numeric",
  month: "long",
  day: "2-digit",
  timeZone: "UTC",
});

const CONTACT = "Contact";
const idOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

const PrivacyPolicy = () => (
  <div className={styles.columns}>
    <Contents titles={[...policySections.map(({ title }) => title), CONTACT]} />
    <article className={styles.article}>
      <h1>Privacy policy</h1>
      <p className={styles.updated}>
        Last updated <time dateTime={updated}>{shownDate}</time>
      </p>
      <p>{policyIntro}</p>
      {policySections.map(({ title, paragraphs }) => (
        <section key={title} id={idOf(title)} className={styles.article}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <section id={idOf(CONTACT)} className={styles.article}>
        <h2>{CONTACT}</h2>
        <p>For all of this, write to {mail}.</p>
      </section>
    </article>
  </div>
);

/** Beside the text if there is room, and visible while reading. */
const Contents = ({ titles }: { titles: readonly string[] }) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <p id="contents" className={styles.contentsTitle}>
      On this page
    </p>
    <ol>
      {titles.map((title) => (
        <li key={title}>
          <Link className={styles.contentsLink} href={`#${idOf(title)}`}>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
);
