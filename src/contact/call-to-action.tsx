import { Button } from "../components/button/button.tsx";
import { Section } from "../components/section/section.tsx";
import { paths } from "../config/paths.ts";
import { tightStack } from "../styles/layout.css.ts";
import * as styles from "./call-to-action.css.ts";
import { callToActionTexts as texts } from "./call-to-action-texts.ts";

/** The last section of the pages that present the product: leads to the contact page. */
export function CallToAction() {
  return (
    <Section background="graphite" text="paper" padding="lg" aria-labelledby="talk">
      <div className={styles.callToAction}>
        <div className={tightStack}>
          <h2 id="talk">{texts.title}</h2>
          <p>{texts.text}</p>
        </div>
        <Button href={paths.contact} variant="light" size="xl">
          {texts.talk}
        </Button>
      </div>
    </Section>
  );
}
