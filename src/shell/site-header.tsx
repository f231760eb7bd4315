import { company } from "../company.ts";
import { Header, type HeaderAccount } from "../components/header/header.tsx";
import { endSession } from "../identity.ts";
import { paths } from "../paths.ts";
import { isShownPicture } from "../picture-host.ts";
import type { SessionState } from "../stores/session-store.ts";
import { useSession } from "../stores/use-session.ts";
import { mainLinks, moreLinks, signInHref } from "./links.ts";

function toAccount(session: SessionState): HeaderAccount {
  if (session.status !== "signed-in") return { status: session.status };
  const { displayName, email, phoneNumber, photoURL } = session.user;
  return {
    status: "signed-in",
    name: displayName || email || phoneNumber || "Account",
    ...(photoURL && isShownPicture(photoURL) ? { picture: photoURL } : {}),
  };
}

const accountItems = [
  { text: "Dashboard", href: paths.dashboard },
  { text: "Settings", href: paths.settings },
  {
    text: "Sign out",
    onSelect: () => {
      void endSession();
    },
  },
];

export function SiteHeader({ currentPath }: { currentPath: string }) {
  return (
    <Header
      companyName={company.name}
      homeHref={paths.home}
      contactHref={paths.contact}
      currentPath={currentPath}
      links={mainLinks}
      moreLinks={moreLinks}
      signInHref={signInHref}
      account={toAccount(useSession())}
      accountItems={accountItems}
    />
  );
}
