import { providerIds, providerOf } from "@tallybin/contract";
import { Alert } from "../../components/alert/alert.tsx";
import { Avatar } from "../../components/avatar/avatar.tsx";
import { Section } from "../../components/section/section.tsx";
import { SocialButton } from "../../components/social-button/social-button.tsx";
import { Spinner } from "../../components/spinner/spinner.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { columns, row, samples } from "./samples.css.ts";

const tabs = [
  { href: "#one", text: "The page shown" },
  { href: "#two", text: "Another page" },
];

export const MessageSamples = () => (
  <Section background="chalk">
    <h2>Alert, spinner, tabs</h2>
    <div className={samples}>
      <Alert tone="success">Your message has been sent!</Alert>
      <Alert tone="error">We couldn’t send your message.</Alert>
      <Alert tone="notice">Signed in on another device.</Alert>
      <div className={row}>
        <Spinner /> <Avatar name="Ada Lovelace" /> <Avatar name="ada@example.com" size="large" />
      </div>
      <Tabs label="Sample" tabs={tabs} currentPath="#one" />
      <div className={columns}>
        {providerIds.map((provider) => (
          <SocialButton
            key={provider}
            icon={providerOf(provider).icon}
            text={`Sign in with ${providerOf(provider).name}`}
            onClick={() => undefined}
          />
        ))}
      </div>
    </div>
  </Section>
);
