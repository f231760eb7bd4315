import { consentStore, useConsent } from "../analytics/consent-store.ts";
import { Link } from "../components/link/link.tsx";
import { container } from "../components/section/section.css.ts";
import { paths } from "../config/paths.ts";
import { NewsletterForm } from "../newsletter/newsletter-form.tsx";
import * as styles from "./shell.css.ts";
import { shellTexts } from "./shell-texts.tsx";

const columns = [
  {
    title: shellTexts.product,
    links: [
      { href: paths.solutions, text: shellTexts.solutions },
      { href: paths.tech, text: shellTexts.technology },
    ],
  },
  {
    title: shellTexts.company,
    links: [
      { href: paths.about, text: shellTexts.about },
      { href: paths.contact, text: shellTexts.contact },
      { href: paths.privacy, text: shellTexts.policy },
    ],
  },
];

const askForConsentAgain = (): void => consentStore.setState({ isOpen: true });

export function SiteFooter({ currentPath }: { currentPath: string }) {
  const { isOffered } = useConsent();
  return (
    <footer className={styles.footer}>
      <div className={container}>
        <div className={styles.columns}>
          {columns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className={styles.heading}>{title}</h2>
              <ul>
                {links.map(({ href, text }) => (
                  <li key={href}>
                    <Link className={styles.link} href={href} currentPath={currentPath} text={text} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className={styles.heading}>{shellTexts.newsletter}</h2>
            <NewsletterForm />
          </div>
        </div>
        <div className={styles.bottom}>
          <p>{shellTexts.copyright}</p>
          {isOffered && (
            <button type="button" className={styles.choices} onClick={askForConsentAgain}>
              {shellTexts.privacyChoices}
            </button>
          )}
        </div>
      </div>
    </footer>
  );
}
