import { Link } from "../link/link.tsx";
import * as styles from "./tabs.css.ts";

type TabsProps = {
  label: string;
  /** Each has its own address, so that a tab can be linked to and needs no script. */
  tabs: readonly { href: string; text: string }[];
  currentPath: string;
};

export const Tabs = ({ label, tabs, currentPath }: TabsProps) => (
  <nav aria-label={label}>
    <ul className={styles.tabs}>
      {tabs.map(({ href, text }) => (
        <li key={href}>
          <Link className={styles.tab} href={href} currentPath={currentPath} text={text} />
        </li>
      ))}
    </ul>
  </nav>
);
