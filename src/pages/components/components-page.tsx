import { providerIds, providerOf } from "@tallybin/contract/providers";
import { Alert } from "../../components/alert/alert.tsx";
import { Avatar } from "../../components/avatar/avatar.tsx";
import { Button } from "../../components/button/button.tsx";
import { ArrowRightIcon, CheckIcon } from "../../components/icon/icon.tsx";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { PasswordStrength } from "../../components/password-strength/password-strength.tsx";
import { Section } from "../../components/section/section.tsx";
import { SectionImage } from "../../components/section/section-image.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import { Spinner } from "../../components/spinner/spinner.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { PasswordField } from "../../components/text-field/password-field.tsx";
import { TextArea, TextField } from "../../components/text-field/text-field.tsx";
import { OneTimeCodeField } from "../../identity/second-factor/second-factor-panel.tsx";
import { actions, stack, thirds } from "../../styles/layout.css.ts";

const sizes = ["sm", "md", "lg", "xl"] as const;
const tabs = [
  { href: "#one", text: "The page shown" },
  { href: "#two", text: "Another page" },
];

/** Every component in each of its states, for working on them. Not in the build. */
export const ComponentsPage = () => (
  <>
    <Section background="chalk">
      <h1>Components</h1>
      <div className={stack}>
        {(["primary", "secondary", "simple", "light", "dark"] as const).map((variant) => (
          <div key={variant} className={actions}>
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size} text={`${variant} ${size}`} />
            ))}
            <Button variant={variant} disabled startIcon={<CheckIcon />} text="disabled" />
            <Button variant={variant} busy text="busy" />
            <Button variant={variant} href="#content" endIcon={<ArrowRightIcon />} text="link" />
          </div>
        ))}
        <Button fullWidth text="full width" />
      </div>
    </Section>
    <Section>
      <div className={thirds}>
        <TextField label="Empty" placeholder="ada@example.com" />
        <TextField label="With a hint" hint="Where we answer to." defaultValue="ada@example.com" />
        <TextField label="With an error" error="Please enter an email address" />
        <TextField label="Disabled" disabled defaultValue="ada@example.com" />
        <PasswordField label="Password" advice={<PasswordStrength password="correct horse" />} />
        <PasswordField label="Password with an error" error="Please enter a password" />
        <OneTimeCodeField label="Code" />
        <TextArea label="Several lines" />
        <TextArea label="Several lines with an error" error="Please enter a message" />
      </div>
    </Section>
    <Section background="chalk">
      <div className={stack}>
        <Alert tone="success">Your message has been sent!</Alert>
        <Alert tone="error">We couldn’t send your message.</Alert>
        <Alert tone="notice">Signed in on another device.</Alert>
        <div className={actions}>
          <Spinner /> <Avatar name="Ada Lovelace" /> <Avatar name="ada@example.com" size="large" />
        </div>
        <Tabs label="Sample" tabs={tabs} currentPath="#one" />
        <div className={thirds}>
          {providerIds.map(providerOf).map(({ id, name }) => (
            <SocialButton key={id} icon={id} text={`Sign in with ${name}`} onClick={() => undefined} />
          ))}
        </div>
        <PageSpinner />
      </div>
    </Section>
    {(["paper", "chalk", "ink", "graphite"] as const).map((background, index) => (
      <Section key={background} background={background} text={index < 2 ? "ink" : "paper"} padding="sm">
        <h2>{background}</h2>
        <a href="#content">Skip to the content</a>{" "}
        <Button variant={index < 2 ? "secondary" : "light"} text="Button" />
      </Section>
    ))}
    {(["sm", "md", "lg"] as const).map((padding, index) => (
      <Section
        key={padding}
        background="ink"
        text="paper"
        padding={padding}
        image={
          <SectionImage
            src="/images/feature-1.svg"
            width={320}
            height={200}
            opacity={0.2}
            repeat={index > 0}
          />
        }
      >
        <h2>{`Padding ${padding}, with a picture behind`}</h2>
      </Section>
    ))}
  </>
);
