import { type ReactNode, useRef } from "react";
import * as styles from "./settings-page.css.ts";
import { useKeptPlace } from "./use-kept-place.ts";

type SettingsCardProps = { id: string; title: string; intro?: ReactNode; children: ReactNode };

/** One setting, saved independently. */
export function SettingsCard({ id, title, intro, children }: SettingsCardProps) {
  const section = useRef<HTMLElement>(null);
  useKeptPlace(section);
  return (
    <section ref={section} className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {title}
        </h2>
        {intro !== undefined && <div className={styles.intro}>{intro}</div>}
      </div>
      {children}
    </section>
  );
}
