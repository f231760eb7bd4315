import { toReadablePath } from "@tallybin/contract/readable-path";
import { useLocation } from "wouter";
import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../config/paths.ts";
import { halves, picture, stack } from "../../styles/layout.css.ts";
import * as styles from "./not-found-page.css.ts";
import { notFoundTexts } from "./not-found-texts.tsx";

const MissingPage = lazyDrawing(async () => (await import("../../artwork/empty-bin.tsx")).MissingPage);

const mainPages = [
  { href: paths.home, text: notFoundTexts.home },
  { href: paths.solutions, text: notFoundTexts.solutions },
  { href: paths.about, text: notFoundTexts.about },
  { href: paths.contact, text: notFoundTexts.contact },
];

export function NotFoundPage() {
  const [path] = useLocation();
  return (
    <Section padding="lg">
      <div className={halves}>
        <div className={stack}>
          <p className={styles.code}>404</p>
          <h1>{notFoundTexts.title}</h1>
          <p>
            {/* One file for every unknown address: the server writes the path into it. */}
            {notFoundTexts.text(
              <code className={styles.path} data-path="" suppressHydrationWarning>
                {toReadablePath(path)}
              </code>,
            )}
          </p>
          <ul className={styles.links}>
            {mainPages.map(({ href, text }) => (
              <li key={href}>
                <Link href={href} className={styles.link} text={text} />
              </li>
            ))}
          </ul>
        </div>
        <MissingPage className={picture} decorative />
      </div>
    </Section>
  );
}
