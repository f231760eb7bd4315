import { Section } from "../../components/section/section.tsx";
import { lead } from "../../styles/utilities.css.ts";
import { ButtonSamples } from "./button-samples.tsx";
import { FieldSamples } from "./field-samples.tsx";
import { FrameSamples } from "./frame-samples.tsx";
import { MessageSamples } from "./message-samples.tsx";
import { SectionSamples } from "./section-samples.tsx";

/** Every component in each of its states, for working on them. Not in the build. */
export function ComponentsPage() {
  return (
    <>
      <Section>
        <h1>Components</h1>
        <p className={lead}>Each in every state. This page exists in development only.</p>
      </Section>
      <ButtonSamples />
      <FieldSamples />
      <MessageSamples />
      <FrameSamples />
      <SectionSamples />
    </>
  );
}
