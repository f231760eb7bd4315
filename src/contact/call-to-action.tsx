import type { ButtonStyle } from "../components/button/button.css.ts";
import { Button } from "../components/button/button.tsx";
import { Section } from "../components/section/section.tsx";
import { paths } from "../config/paths.ts";
import { tightStack } from "../styles/layout.css.ts";
import * as styles from "./call-to-action.css.ts";
import { callToActionTexts as texts } from "./call-to-action-texts.ts";

export const TalkButton = (props: ButtonStyle & { currentPath?: string }) => (
  <Button href={paths.contact} {...props} text={texts.talk} />
);

/** The last section of the pages that present the product: leads to the contact page. */
export const CallToAction = () => (
  <Section background="graphite" text="paper" padding="lg" aria-labelledby="talk">
    <div className={styles.callToAction}>
      <div className={tightStack}>
        <h2 id="talk">{texts.title}</h2>
        <p>{texts.text}</p>
      </div>
      <TalkButton variant="light" size="xl" />
    </div>
  </Section>
);
