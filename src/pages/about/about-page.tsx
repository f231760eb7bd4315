import { drawing } from "../../components/drawing/drawing.tsx";
import { Section } from "../../components/section/section.tsx";
import { company } from "../../config/company.ts";
import { ContactPanel } from "../../contact/contact-panel.tsx";
import { halves, stack, thirds } from "../../styles/layout.css.ts";
import { lead } from "../../styles/utilities.css.ts";
import * as styles from "./about-page.css.ts";

const SortingLine = drawing(
  async () => (await import("../../artwork/sorting-line.tsx")).SortingLine,
  480,
  384,
);

const missions = [
  {
    title: "Mission",
    text: "Less waste, by knowing more about it. We give operators figures they can act on: what was thrown away, where, and how it changes when they do something about it.",
  },
  {
    title: "Built for Impact",
    text: "A measurement matters when it changes a route, a bale or a habit. We build for lower contamination rates and a clear view of how commodities flow, and we leave out what does neither.",
  },
  {
    title: "Long-Term Partnership",
    text: "What is bolted to a truck has to last as long as the truck. We install, calibrate to your materials, and stay reachable by the people who built it.",
  },
] as const;

export function AboutPage() {
  return (
    <>
      <Section padding="lg">
        <div className={halves}>
          <div className={stack}>
            <h1>Built for impact.</h1>
            <p className={lead}>
              {company.name} is made by people who have stood at a sorting line and wanted to know what comes
              next.
            </p>
          </div>
          <SortingLine className={styles.picture} />
        </div>
      </Section>
      <Section background="chalk" aria-label="What we stand for">
        <div className={thirds}>
          {missions.map(({ title, text }) => (
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
}
