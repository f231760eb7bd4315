import { lead } from "../styles/utilities.css.ts";
import { ContactForm } from "./contact-form.tsx";
import * as styles from "./contact-panel.css.ts";
import { contactTexts } from "./contact-texts.ts";
import { mailLink } from "./mail-link.tsx";

const { title, promise, next, steps, preferEmail } = contactTexts;

type ContactPanelProps = {
  /** If the form is the page, its heading is the page's. */
  level: 1 | 2;
  id?: string;
};

export const ContactPanel = ({ level, id }: ContactPanelProps) => (
  <div className={styles.panel}>
    <div className={styles.intro}>
      {level === 1 ? <h1 id={id}>{title}</h1> : <h2 id={id}>{title}</h2>}
      <p className={lead}>{promise}</p>
    </div>
    <div className={styles.formCard}>
      <ContactForm />
    </div>
    <div className={styles.next}>
      {level === 1 ? (
        <h2 className={styles.nextTitle}>{next}</h2>
      ) : (
        <h3 className={styles.nextTitle}>{next}</h3>
      )}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} className={styles.step}>
            <div className={styles.stepWords}>
              <p className={styles.stepTitle}>{step.title}</p>
              <p className={styles.stepText}>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p>
        {preferEmail} {mailLink}
      </p>
    </div>
  </div>
);
