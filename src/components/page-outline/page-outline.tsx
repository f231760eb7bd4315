import type { Elements } from "../../lib/elements.ts";
import { card, visuallyHidden } from "../../styles/layout.css.ts";
import { pageSpinnerTexts } from "../page-spinner/page-spinner-texts.ts";
import { Section } from "../section/section.tsx";
import * as styles from "./page-outline.css.ts";
import { pageOutlineTexts } from "./page-outline-texts.ts";

/** A page whose data is still unknown: its heading, and the outline of its cards and rows. Part of the page's HTML. */
export const PageOutline = ({ children }: { children: Elements }) => (
  <Section padding="md">
    <div className={styles.outline} aria-busy="true">
      <noscript>
        <p className={card}>{pageOutlineTexts.noScript}</p>
      </noscript>
      {children}
      <span className={visuallyHidden}>{pageSpinnerTexts.loading}</span>
    </div>
  </Section>
);

export const TextOutline = () => <span className={styles.line} />;

/** An area that stands for a picture of 480 × 384 pixels. */
export const PictureOutline = () => <span className={styles.picture} />;
