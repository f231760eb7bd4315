import type { ReactNode } from "react";
import * as styles from "./settings-page.css.ts";

type SettingsCardProps = { id: string; title: string; intro?: ReactNode; children: ReactNode };

/** One thing that is set, and saved by itself. */
export const SettingsCard = ({ id, title, intro, children }: SettingsCardProps) => (
  <section className={styles.card} aria-labelledby={id}>
    <div className={styles.head}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      {intro !== undefined && <div className={styles.intro}>{intro}</div>}
    </div>
    {children}
  </section>
);
