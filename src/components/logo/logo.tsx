import { Mark } from "../../artwork/mark.tsx";
import { Link } from "../link/link.tsx";
import * as styles from "./logo.css.ts";
import { logoTexts } from "./logo-texts.ts";

/** Mark and name, linked to the home page. */
export function Logo({ name, href }: { name: string; href: string }) {
  return (
    <Link className={styles.logo} href={href} aria-label={logoTexts.home(name)}>
      <span className={styles.mark}>
        <Mark />
      </span>
      <span className={styles.name}>{name}</span>
    </Link>
  );
}
