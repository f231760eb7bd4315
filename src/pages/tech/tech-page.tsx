import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { Section } from "../../components/section/section.tsx";
import { CallToAction } from "../../contact/call-to-action.tsx";
import { card, halves, lead, picture, stack } from "../../styles/layout.css.ts";
import * as styles from "./tech-page.css.ts";
import { techTexts } from "./tech-texts.ts";

const InterfacePicture = lazyDrawing(
  async () => (await import("../../artwork/interface-picture.tsx")).InterfacePicture,
  480,
  400,
);

export const TechPage = () => (
  <>
    <Section padding="lg">
      <div className={halves}>
        <div className={stack}>
          <h1>{techTexts.title}</h1>
          <p className={lead}>{techTexts.lead}</p>
        </div>
        <InterfacePicture className={picture} />
      </div>
    </Section>
    <Section background="chalk" aria-labelledby="interface">
      <h2 id="interface">{techTexts.interface}</h2>
      <ul className={styles.items}>
        {techTexts.items.map(({ title, text }) => (
          <li key={title} className={card}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
    <CallToAction />
  </>
);
