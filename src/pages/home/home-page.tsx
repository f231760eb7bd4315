import { ShareBar } from "../../artwork/share-bar.tsx";
import { Button } from "../../components/button/button.tsx";
import { lazyDrawing } from "../../components/drawing/drawing.tsx";
import { ArrowRightIcon } from "../../components/icon/icon.tsx";
import { Link } from "../../components/link/link.tsx";
import { container } from "../../components/section/section.css.ts";
import { Section } from "../../components/section/section.tsx";
import { paths, solutionId } from "../../config/paths.ts";
import { CallToAction, TalkButton } from "../../contact/call-to-action.tsx";
import { actions, visuallyHidden } from "../../styles/layout.css.ts";
import { HeroMedia } from "./hero-media.tsx";
import * as styles from "./home-page.css.ts";
import { homeTexts } from "./home-texts.ts";

const statistics = [
  { ...homeTexts.statistics.contamination, share: 0.25, material: "contaminant" },
  { ...homeTexts.statistics.recyclables, share: 0.76, material: "any" },
  { ...homeTexts.statistics.organics, share: 0.24, material: "organics" },
] as const;

const audiences = [
  { ...homeTexts.haulers, solution: 0 },
  { ...homeTexts.facilities, solution: 1 },
  { ...homeTexts.cities, solution: 3 },
];

/** Text and drawing, which never change. */
const Device = lazyDrawing(async () => (await import("./device.tsx")).Device, 640, 400);

const lazyFeature = (load: Parameters<typeof lazyDrawing>[0]) => lazyDrawing(load, 320, 200);

const features = [
  {
    ...homeTexts.features.detect,
    Picture: lazyFeature(async () => (await import("../../artwork/feature-detect.tsx")).FeatureDetect),
  },
  {
    ...homeTexts.features.feedback,
    Picture: lazyFeature(async () => (await import("../../artwork/feature-feedback.tsx")).FeatureFeedback),
  },
  {
    ...homeTexts.features.stream,
    Picture: lazyFeature(async () => (await import("../../artwork/feature-stream.tsx")).FeatureStream),
  },
  {
    ...homeTexts.features.report,
    Picture: lazyFeature(async () => (await import("../../artwork/feature-report.tsx")).FeatureReport),
  },
];

export const HomePage = () => (
  <>
    <section className={styles.hero}>
      <HeroMedia />
      <div className={container}>
        <div className={styles.heroContent}>
          <h1 className={styles.headline}>{homeTexts.headline}</h1>
          <p className={styles.subline}>{homeTexts.subline}</p>
          <p className={actions}>
            <TalkButton variant="light" size="lg" />
            <Button
              href={paths.solutions}
              variant="secondary"
              size="lg"
              endIcon={<ArrowRightIcon />}
              text={homeTexts.seeSolutions}
            />
          </p>
          <ul className={styles.audiences} aria-label={homeTexts.audiences}>
            {audiences.map(({ name, gain, solution }) => (
              <li key={name}>
                <Link className={styles.audience} href={`${paths.solutions}#${solutionId(solution)}`}>
                  <strong>{name}</strong> <span>{gain}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>

    <Section background="chalk" aria-labelledby="statistics">
      <h2 id="statistics" className={visuallyHidden}>
        {homeTexts.lost}
      </h2>
      <dl className={styles.statistics}>
        {statistics.map(({ value, label, reading, source, share, material }) => (
          <div key={label} className={styles.statistic}>
            <dt>{label}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.reading}>
              <ShareBar share={share} className={styles.bar[material]} />
              <span>{reading}</span>
              <span className={styles.source}>{homeTexts.source(source)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>

    <Section padding="lg" aria-labelledby="features">
      <h2 id="features">{homeTexts.changes}</h2>
      <ul className={styles.features}>
        {features.map(({ title, text, Picture }) => (
          <li key={title} className={styles.featureCard}>
            <Picture className={styles.featurePicture} />
            <div className={styles.featureText}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>

    <Section background="chalk" padding="lg" aria-labelledby="device">
      <Device decorative />
    </Section>

    <CallToAction />
  </>
);
