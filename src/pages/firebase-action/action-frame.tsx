import type { Elements } from "../../lib/elements.ts";
import * as styles from "./firebase-action-page.css.ts";

/** One column, as on the sign-in pages. */
export const ActionFrame = ({ title, children }: { title: string; children: Elements }) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    {children}
  </div>
);
