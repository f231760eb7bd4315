import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { Section } from "../../components/section/section.tsx";
import { ContactPanel } from "../../contact/contact-panel.tsx";
import { halves, lead, picture, stack, thirds } from "../../styles/layout.css.ts";
import * as styles from "./about-page.css.ts";
import { aboutTexts } from "./about-texts.ts";

const SortingLine = lazyDrawing(async () => (await import("../../artwork/sorting-line.tsx")).SortingLine);

export const AboutPage = () => (
  <>
    <Section padding="lg">
      <div className={halves}>
        <div className={stack}>
          <h1>{aboutTexts.title}</h1>
          <p className={lead}>{aboutTexts.lead}</p>
        </div>
        <SortingLine className={picture} />
      </div>
    </Section>
    <Section background="chalk" aria-label={aboutTexts.values}>
      <div className={thirds}>
        {aboutTexts.missions.map(({ title, text }) => (
          <section key={title} className={styles.block}>
            <h2 className={styles.blockTitle}>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </Section>
    <Section padding="lg" aria-labelledby="get-in-touch">
      <ContactPanel level={2} id="get-in-touch" />
    </Section>
  </>
);
