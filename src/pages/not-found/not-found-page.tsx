import { readablePath } from "@tallybin/contract";
import { useLocation } from "wouter";
import { drawing } from "../../components/drawing/drawing.tsx";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../config/paths.ts";
import { halves, stack } from "../../styles/layout.css.ts";
import * as styles from "./not-found-page.css.ts";

const EmptyBin = drawing(async () => (await import("../../artwork/empty-bin.tsx")).EmptyBin, 480, 384);

const mainPages = [
  { href: paths.home, text: "Home" },
  { href: paths.solutions, text: "Solutions" },
  { href: paths.about, text: "About" },
  { href: paths.contact, text: "Contact" },
];

export function NotFoundPage() {
  const [path] = useLocation();
  return (
    <Section padding="lg">
      <div className={halves}>
        <div className={stack}>
          <p className={styles.code}>404</p>
          <h1>Page not found</h1>
          <p>
            The page {/* One file for every unknown address: the server writes the path into it. */}
            <code className={styles.path} data-path="" suppressHydrationWarning>
              {readablePath(path)}
            </code>{" "}
            could not be found.
          </p>
          <ul className={styles.links}>
            {mainPages.map(({ href, text }) => (
              <li key={href}>
                <Link href={href} className={styles.link}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <EmptyBin className={styles.picture} decorative />
      </div>
    </Section>
  );
}
