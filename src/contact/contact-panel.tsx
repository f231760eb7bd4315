import { Link } from "../components/link/link.tsx";
import { company } from "../config/company.ts";
import { lead } from "../styles/utilities.css.ts";
import { ContactForm } from "./contact-form.tsx";
import * as styles from "./contact-panel.css.ts";

const TITLE = "Get in touch";
const NEXT = "What happens next";

const next = [
  {
    title: "Somebody who installs our systems reads it",
    text: "Tell us what you collect, how many trucks or lines you run, and what you would like to know about the material.",
  },
  { title: "You get an answer with a name under it", text: "Questions, a first idea, or an honest no." },
  {
    title: "We look at your material together",
    text: "On a call or at your line: what can be measured there, and what you would do with it on Monday.",
  },
];

type ContactPanelProps = {
  /** If the form is the page, its heading is the page's. */
  level: 1 | 2;
  id?: string;
};

/** The form beside its promise and the next steps. */
export const ContactPanel = ({ level, id }: ContactPanelProps) => (
  <div className={styles.panel}>
    <div className={styles.intro}>
      {level === 1 ? <h1 id={id}>{TITLE}</h1> : <h2 id={id}>{TITLE}</h2>}
      <p className={lead}>We reply in 24hrs</p>
    </div>
    <div className={styles.formCard}>
      <ContactForm />
    </div>
    <div className={styles.next}>
      {level === 1 ? (
        <h2 className={styles.nextTitle}>{NEXT}</h2>
      ) : (
        <h3 className={styles.nextTitle}>{NEXT}</h3>
      )}
      <ol className={styles.steps}>
        {next.map(({ title, text }) => (
          <li key={title} className={styles.step}>
            <div className={styles.stepWords}>
              <p className={styles.stepTitle}>{title}</p>
              <p className={styles.stepText}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p>
        Prefer email? <Link href={`mailto:${company.email}`}>{company.email}</Link>
      </p>
    </div>
  </div>
);
