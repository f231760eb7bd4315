import { LANGUAGE } from "@tallybin/contract/company";
import { defaultProviderIds } from "@tallybin/contract/provider-defaults";
import { providerOf } from "@tallybin/contract/providers";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { type PageName, pages, paths } from "../../config/paths.ts";
import { mailLink } from "../../contact/mail-link.tsx";
import * as styles from "./legal-page.css.ts";
import { legalTexts, policyTexts } from "./legal-texts.tsx";

const tabs = [{ href: paths.privacy, text: legalTexts.policyTab }];

/** Terms and privacy policy. The terms are not published yet, so the tab bar has only the policy. */
export function LegalPage({ name }: { name?: PageName }) {
  const isPolicy = name === "privacy";
  return (
    <Section padding="md">
      <div className={styles.page}>
        <Tabs label={legalTexts.tabs} tabs={tabs} currentPath={isPolicy ? paths.privacy : paths.terms} />
        {isPolicy ? <PrivacyPolicy /> : <Terms />}
      </div>
    </Section>
  );
}

const Terms = () => (
  <article className={styles.article}>
    <h1>{legalTexts.terms}</h1>
    <p>{legalTexts.noTermsYet(mailLink)}</p>
  </article>
);

const { updated } = pages.privacy;
const shownDate = new Date(updated).toLocaleDateString(LANGUAGE, {
  year: "numeric",
  month: "long",
  day: "2-digit",
  timeZone: "UTC",
});

const providerNames = defaultProviderIds.map((id) => providerOf(id).name);
const policySections = policyTexts.sections(
  new Intl.ListFormat(LANGUAGE, { type: "disjunction" }).format(providerNames),
);

const sectionIdOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

const PrivacyPolicy = () => (
  <div className={styles.columns}>
    <Contents titles={[...policySections.map(({ title }) => title), legalTexts.contact]} />
    <article className={styles.article}>
      <h1>{legalTexts.policy}</h1>
      <p className={styles.updated}>{legalTexts.updated(<time dateTime={updated}>{shownDate}</time>)}</p>
      <p>{policyTexts.intro}</p>
      {policySections.map(({ title, paragraphs }) => (
        <section key={title} id={sectionIdOf(title)} className={styles.article}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <section id={sectionIdOf(legalTexts.contact)} className={styles.article}>
        <h2>{legalTexts.contact}</h2>
        <p>{legalTexts.contactText(mailLink)}</p>
      </section>
    </article>
  </div>
);

/** The table of contents. It is beside the text if there is room, and visible while reading. */
const Contents = ({ titles }: { titles: readonly string[] }) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <p id="contents" className={styles.contentsTitle}>
      {legalTexts.onThisPage}
    </p>
    <ol>
      {titles.map((title) => (
        <li key={title}>
          <Link className={styles.contentsLink} href={`#${sectionIdOf(title)}`} text={title} />
        </li>
      ))}
    </ol>
  </nav>
);
