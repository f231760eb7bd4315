import { Section } from "../../components/section/section.tsx";

const looks = [
  ["paper", "ink"],
  ["chalk", "ink"],
  ["ink", "paper"],
  ["graphite", "paper"],
] as const;
const FEATURE = { width: 320, height: 200 };
const TILE = { width: 120, height: 75 };

export const SectionSamples = () => (
  <>
    {looks.map(([background, text]) => (
      <Section key={background + text} background={background} text={text} padding="sm">
        <h2>{`Section: ${text} on ${background}`}</h2>
        <p>
          Padding sm. <a href="#content">A link in it.</a>
        </p>
      </Section>
    ))}
    {(["sm", "md", "lg"] as const).map((padding) => (
      <Section key={padding} background="chalk" padding={padding}>
        <h2>{`Padding ${padding}`}</h2>
      </Section>
    ))}
    <Section background="ink" text="paper" image={{ src: "/images/feature-3.svg", ...FEATURE, opacity: 0.3 }}>
      <h2>A picture behind, covering, at opacity 0.3</h2>
    </Section>
    <Section
      background="ink"
      text="paper"
      image={{ src: "/images/feature-1.svg", ...TILE, opacity: 0.2, repeat: true }}
    >
      <h2>A picture behind, repeated</h2>
    </Section>
  </>
);
