import { ShareBar } from "../../artwork/share-bar.tsx";
import { Button } from "../../components/button/button.tsx";
import { ArrowRightIcon } from "../../components/icon/icon.tsx";
import { container } from "../../components/section/section.css.ts";
import { Section } from "../../components/section/section.tsx";
import { paths } from "../../config/paths.ts";
import { CallToAction, TalkButton } from "../../contact/call-to-action.tsx";
import { actions } from "../../styles/layout.css.ts";
import { visuallyHidden } from "../../styles/utilities.css.ts";
import { HeroMedia } from "./hero-media.tsx";
import { features, statistics } from "./home-content.ts";
import * as styles from "./home-page.css.ts";
import { homeTexts } from "./home-texts.ts";

export function HomePage() {
  return (
    <>
      <section className={styles.hero}>
        <HeroMedia />
        <div className={container}>
          <div className={styles.heroContent}>
            <h1 className={styles.headline}>{homeTexts.headline}</h1>
            <p className={styles.subline}>{homeTexts.subline}</p>
            <p className={actions}>
              <TalkButton variant="light" size="lg" />
              <Button href={paths.solutions} variant="secondary" size="lg" endIcon={<ArrowRightIcon />}>
                {homeTexts.seeSolutions}
              </Button>
            </p>
          </div>
        </div>
      </section>

      <Section background="chalk" aria-labelledby="statistics">
        <h2 id="statistics" className={visuallyHidden}>
          {homeTexts.lost}
        </h2>
        <dl className={styles.statistics}>
          {statistics.map(({ value, label, reading, share, material }) => (
            <div key={label} className={styles.statistic}>
              <dt>{label}</dt>
              <dd className={styles.value}>{value}</dd>
              <dd className={styles.reading}>
                <ShareBar share={share} className={styles.bar[material ?? "any"]} />
                <span>{reading}</span>
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

      <CallToAction />
    </>
  );
}
