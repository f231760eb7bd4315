import { company } from "../../company.ts";
import { Link } from "../../components/link/link.tsx";
import { Section } from "../../components/section/section.tsx";
import { prose } from "../../styles/layout.css.ts";
import { lead } from "../../styles/utilities.css.ts";

export function ContactPage() {
  return (
    <Section padding="lg">
      <div className={prose}>
        <h1>Let’s talk</h1>
        <p className={lead}>We reply in 24hrs</p>
        <p>
          Tell us what you collect, how many trucks or lines you run, and what you would like to know about
          the material. Write to <Link href={`mailto:${company.email}`}>{company.email}</Link>.
        </p>
      </div>
    </Section>
  );
}
