import { Section } from "../../components/section/section.tsx";
import { ContactPanel } from "../../contact/contact-panel.tsx";

export const ContactPage = () => (
  <Section padding="lg">
    <ContactPanel level={1} />
  </Section>
);
