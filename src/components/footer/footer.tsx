import type { Elements } from "../../lib/elements.ts";
import { Link } from "../link/link.tsx";
import { container } from "../section/section.css.ts";
import * as styles from "./footer.css.ts";
import { footerTexts } from "./footer-texts.ts";

type FooterColumn = { title: string; links: readonly { href: string; text: string }[] };
type FooterProps = {
  columns: readonly FooterColumn[];
  currentPath: string;
  newsletter: Elements;
  /** The last line. */
  copyright: string;
  /** A choice that can be changed from every page. */
  choices?: { text: string; onSelect: () => void };
};

/** The footer of every page: two columns of links, the newsletter, the copyright line. */
export function Footer({ columns, currentPath, newsletter, copyright, choices }: FooterProps) {
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
                    <Link className={styles.link} href={href} currentPath={currentPath}>
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className={styles.heading}>{footerTexts.newsletter}</h2>
            {newsletter}
          </div>
        </div>
        <div className={styles.bottom}>
          <p>{copyright}</p>
          {choices && (
            <button type="button" className={styles.choices} onClick={choices.onSelect}>
              {choices.text}
            </button>
          )}
        </div>
      </div>
    </footer>
  );
}
