import { PasswordStrength } from "../../components/password-strength/password-strength.tsx";
import { OneTimeCodeField } from "../../components/second-factor/code-form.tsx";
import { Section } from "../../components/section/section.tsx";
import { PasswordField } from "../../components/text-field/password-field.tsx";
import { TextArea, TextField } from "../../components/text-field/text-field.tsx";
import { columns, samples } from "./samples.css.ts";

export const FieldSamples = () => (
  <Section>
    <h2>Field</h2>
    <div className={samples}>
      <div className={columns}>
        <TextField label="Empty" />
        <TextField label="Filled" defaultValue="ada@example.com" />
        <TextField label="With a hint" hint="Where we answer to." />
        <TextField label="With an error" error="Please enter an email address" />
        <TextField label="Disabled" disabled defaultValue="ada@example.com" />
        <TextField label="Placeholder" placeholder="ada@example.com" />
        <PasswordField label="Password" advice={<PasswordStrength password="correct horse" />} />
        <PasswordField label="Password with an error" error="Please enter a password" />
        <OneTimeCodeField label="Code" />
        <TextArea label="Several lines" />
        <TextArea label="Several lines with an error" error="Please enter a message" />
      </div>
    </div>
  </Section>
);
