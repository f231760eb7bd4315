import { drawing } from "../../components/drawing/drawing.tsx";
import { Section } from "../../components/section/section.tsx";
import { card, cardRow, halves, stack } from "../../styles/layout.css.ts";
import { lead } from "../../styles/utilities.css.ts";
import * as styles from "./tech-page.css.ts";

const InterfacePicture = drawing(
  async () => (await import("../../artwork/interface-picture.tsx")).InterfacePicture,
  480,
  400,
);

const items = [
  {
    title: "Sleek and intuitive interface",
    text: "One screen per question: what is in this bin, how is this route doing, what goes into this week's report. Every figure opens the pictures behind it.",
  },
  {
    title: "Customizable themes",
    text: "Your material categories, your units, your colors, day and night for the cab. A screen in the control room and a tablet in the truck show the same thing in their own light.",
  },
  {
    title: "Responsive design",
    text: "From the wall display to the phone in a gloved hand. Nothing is hidden on the small screen; it is put in order.",
  },
] as const;

export function TechPage() {
  return (
    <>
      <Section padding="lg">
        <div className={halves}>
          <div className={stack}>
            <h1>Technology you can read at a glance</h1>
            <p className={lead}>
              The computing happens on the truck and at the line. What you see of it is an interface made for
              people who have something else to do.
            </p>
          </div>
          <InterfacePicture className={styles.picture} />
        </div>
      </Section>
      <Section background="chalk" aria-labelledby="interface">
        <h2 id="interface">Clean User Interface</h2>
        <ul className={`${styles.items} ${cardRow}`}>
          {items.map(({ title, text }) => (
            <li key={title} className={card}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
