import { company } from "@tallybin/contract/company";
import { useEffect, useId } from "react";
import { type Profile, useProfile } from "../account/profile.ts";
import { Mark } from "../artwork/mark.tsx";
import { CloseIcon, MenuIcon } from "../components/icon/icon.tsx";
import { Link } from "../components/link/link.tsx";
import { container } from "../components/section/section.css.ts";
import { accessOf, authPath, paths } from "../config/paths.ts";
import { isShownPicture } from "../config/picture-host.ts";
import { TalkButton } from "../contact/call-to-action.tsx";
import { needsSignIn, type SessionState } from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/user-state.ts";
import { useHeldClick } from "../lib/held-press.ts";
import { type Arrivals, useOpenUntilArrival } from "../lib/use-open-until-arrival.ts";
import { AccountSlot, type HeaderAccount } from "./account-slot.tsx";
import * as styles from "./shell.css.ts";
import { shellTexts } from "./shell-texts.tsx";

const links = [
  { href: paths.home, text: shellTexts.home },
  { href: paths.solutions, text: shellTexts.solutions },
  { href: paths.about, text: shellTexts.about },
];
const collapsibleLinks = [...links, { href: paths.tech, text: shellTexts.technology }];

function toHeaderAccount(session: SessionState, profile: Profile | undefined, path: string): HeaderAccount {
  if (needsSignIn(session)) return { status: "signed-out" };
  if (session.status !== "signed-in" || !profile)
    return { status: accessOf(path) === "account" ? "pending" : "unknown" };
  const { name, picture, email, phoneNumber } = profile;
  return {
    status: "signed-in",
    name: name || email || phoneNumber || shellTexts.account,
    ...(picture && isShownPicture(picture) ? { picture } : {}),
  };
}

export function SiteHeader({ currentPath, ...arrivals }: Arrivals & { currentPath: string }) {
  const account = toHeaderAccount(useSession(), useProfile(), currentPath);
  const panelId = useId();
  const toggle = useHeldClick<HTMLButtonElement>();
  const [open, setOpen] = useOpenUntilArrival(arrivals);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open, setOpen, toggle]);

  return (
    <header className={styles.header} data-account={account.status}>
      <div className={container}>
        <div className={styles.bar}>
          <Link className={styles.logo} href={paths.home} aria-label={shellTexts.homeOf(company.name)}>
            <span className={styles.mark}>
              <Mark />
            </span>
            <span className={styles.name}>{company.name}</span>
          </Link>
          <nav className={styles.menu} aria-label={shellTexts.main}>
            {links.map((link) => (
              <Link key={link.href} className={styles.menuLink} currentPath={currentPath} {...link} />
            ))}
          </nav>
          <div className={styles.end}>
            <AccountSlot account={account} currentPath={currentPath} {...arrivals} />
            <TalkButton currentPath={currentPath} size="sm" />
            <button
              ref={toggle}
              type="button"
              data-hold=""
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={panelId}
              aria-label={open ? shellTexts.closeMenu : shellTexts.openMenu}
              onClick={() => setOpen(!open)}
            >
              <span className={styles.toggleIcon}>
                <MenuIcon />
                <CloseIcon />
              </span>
            </button>
          </div>
        </div>
        <nav
          className={styles.panel}
          id={panelId}
          aria-label={shellTexts.menu}
          {...(open ? { "data-open": "" } : {})}
        >
          {collapsibleLinks.map(({ href, text }) => (
            <Link key={href} className={styles.panelLink} href={href} currentPath={currentPath} text={text} />
          ))}
          {account.status !== "signed-in" && (
            <Link
              className={`${styles.panelLink} ${account.status === "signed-out" ? "" : styles.unknown}`}
              href={authPath("signin")}
              currentPath={currentPath}
              text={shellTexts.signIn}
            />
          )}
        </nav>
      </div>
    </header>
  );
}
