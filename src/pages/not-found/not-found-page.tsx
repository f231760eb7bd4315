import { useLocation } from "wouter";
import { drawing } from "../../components/drawing/drawing.tsx";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../config/paths.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { halves, stack } from "../../styles/layout.css.ts";
import * as styles from "./not-found-page.css.ts";

const EmptyBin = drawing(async () => (await import("../../artwork/empty-bin.tsx")).EmptyBin, 480, 384);

const mainPages = [
  { href: paths.home, text: "Home" },
  { href: paths.solutions, text: "Solutions" },
  { href: paths.about, text: "About" },
  { href: paths.contact, text: "Contact" },
];

/** Shows a path as a person typed it, unless its percent signs make no sense. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export function NotFoundPage() {
  const [path] = useLocation();
  // One file answers every wrong address, so which one it was is known only here.
  const hydrated = useHydrated();
  return (
    <Section padding="lg">
      <div className={halves}>
        <div className={stack}>
          <p className={styles.code}>404</p>
          <h1>Page not found</h1>
          <p>
            The page {hydrated ? <code className={styles.path}>{readable(path)}</code> : "at this address"}{" "}
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
