import { company } from "@tallybin/contract";
import type { ComponentProps } from "react";
import { type Profile, useProfile } from "../account/profile.ts";
import { Header } from "../components/header/header.tsx";
import type { HeaderAccount } from "../components/header/header-account.ts";
import { paths } from "../config/paths.ts";
import { isShownPicture } from "../config/picture-host.ts";
import { signOut } from "../identity/client/sign-out.ts";
import { needsSignIn, type SessionState } from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/use-session.ts";
import { mainLinks, moreLinks, signInHref } from "./links.ts";
import { shellTexts } from "./shell-texts.tsx";

function toAccount(session: SessionState, profile: Profile | undefined): HeaderAccount {
  if (needsSignIn(session)) return { status: "signed-out" };
  if (session.status !== "signed-in" || !profile) return { status: "unknown" };
  const { name, picture, email, phoneNumber } = profile;
  return {
    status: "signed-in",
    name: name || email || phoneNumber || shellTexts.account,
    ...(picture && isShownPicture(picture) ? { picture } : {}),
  };
}

const accountItems = [
  { text: shellTexts.dashboard, href: paths.dashboard },
  { text: shellTexts.settings, href: paths.settings },
  { text: shellTexts.signOut, onSelect: signOut },
];

type SiteHeaderProps = Pick<ComponentProps<typeof Header>, "currentPath" | "arrival" | "latestNavigation">;

export function SiteHeader(props: SiteHeaderProps) {
  return (
    <Header
      companyName={company.name}
      homeHref={paths.home}
      contactHref={paths.contact}
      {...props}
      links={mainLinks}
      moreLinks={moreLinks}
      signInHref={signInHref}
      account={toAccount(useSession(), useProfile())}
      accountItems={accountItems}
    />
  );
}
