import { Mark } from "../../artwork/mark.tsx";
import { Link } from "../link/link.tsx";
import * as styles from "./logo.css.ts";

/** Mark and name, linked to the home page. */
export function Logo({ name, href }: { name: string; href: string }) {
  return (
    <Link className={styles.logo} href={href} aria-label={`${name}, home`}>
      <span className={styles.mark}>
        <Mark />
      </span>
      <span className={styles.name}>{name}</span>
    </Link>
  );
}
