import { AccountMenu } from "../../components/account-menu/account-menu.tsx";
import { ConsentBanner } from "../../components/consent-banner/consent-banner.tsx";
import { Header } from "../../components/header/header.tsx";
import type { HeaderAccount } from "../../components/header/header-account.ts";
import { PageSpinner } from "../../components/page-spinner/page-spinner.tsx";
import { Section } from "../../components/section/section.tsx";
import { frame, row, samples, stage } from "./samples.css.ts";

const accounts: readonly HeaderAccount[] = [
  { status: "unknown" },
  { status: "signed-out" },
  { status: "signed-in", name: "Ada Lovelace" },
];
const links = [
  { href: "#home", text: "Home" },
  { href: "#solutions", text: "Solutions" },
];
const items = [
  { text: "Dashboard", href: "#dashboard" },
  { text: "Sign out", onSelect: () => undefined },
];
const nothing = () => undefined;
const choices = [undefined, "accepted", "rejected"] as const;

export const FrameSamples = () => (
  <Section>
    <h2>Header, dropdown, consent</h2>
    <div className={samples}>
      {accounts.map((account) => (
        <div key={account.status} className={frame}>
          <Header
            companyName={account.status}
            homeHref="#home"
            contactHref="#contact"
            currentPath="#home"
            arrival={0}
            latestNavigation={() => 0}
            links={links}
            moreLinks={[]}
            signInHref="#signin"
            account={account}
            accountItems={items}
          />
        </div>
      ))}
      <div className={row}>
        <AccountMenu name="Ada Lovelace" items={items} arrival={0} latestNavigation={() => 0} />
      </div>
      {choices.map((choice) => (
        <div key={choice ?? "none"} className={stage}>
          <ConsentBanner
            choice={choice}
            isForbidden={false}
            policyLink={<a href="#policy">Privacy policy</a>}
            takesFocus={false}
            onChoose={nothing}
            onClose={nothing}
          />
        </div>
      ))}
      <div className={frame}>
        <PageSpinner />
      </div>
    </div>
  </Section>
);
