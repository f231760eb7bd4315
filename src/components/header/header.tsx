import { useEffect, useId, useRef } from "react";
import { useHeldClick } from "../../lib/use-held-click.ts";
import { type Arrivals, useOpenUntilArrival } from "../../lib/use-open-until-arrival.ts";
import type { AccountMenuItem } from "../account-menu/account-menu.tsx";
import { Button } from "../button/button.tsx";
import { CloseIcon, MenuIcon } from "../icon/icon.tsx";
import { Link } from "../link/link.tsx";
import { Logo } from "../logo/logo.tsx";
import { container } from "../section/section.css.ts";
import { AccountSlot } from "./account-slot.tsx";
import * as styles from "./header.css.ts";
import type { HeaderAccount } from "./header-account.ts";
import { headerTexts } from "./header-texts.ts";

export type MenuLink = { href: string; text: string };

type HeaderProps = Arrivals & {
  companyName: string;
  homeHref: string;
  contactHref: string;
  /** The current page, whose link is marked. */
  currentPath: string;
  links: readonly MenuLink[];
  /** Links that are only in the collapsible menu. */
  moreLinks: readonly MenuLink[];
  signInHref: string;
  account: HeaderAccount;
  accountItems: readonly AccountMenuItem[];
};

/** The header of every page: logo, menu, account, and the contact link. */
export function Header(props: HeaderProps) {
  const { companyName, homeHref, contactHref, currentPath, arrival, latestNavigation } = props;
  const { links, moreLinks, signInHref, account } = props;
  const panelId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  useHeldClick(toggle);
  const [open, setOpen] = useOpenUntilArrival({ arrival, latestNavigation });
  useEffect(() => {
    if (!open) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      document.querySelector<HTMLElement>(`[aria-controls="${panelId}"]`)?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open, panelId, setOpen]);

  return (
    <header className={styles.header} data-account={account.status}>
      <div className={container}>
        <div className={styles.bar}>
          <Logo name={companyName} href={homeHref} />
          <nav className={styles.menu} aria-label={headerTexts.main}>
            {links.map(({ href, text }) => (
              <Link key={href} className={styles.menuLink} href={href} currentPath={currentPath}>
                {text}
              </Link>
            ))}
          </nav>
          <div className={styles.end}>
            <AccountSlot
              account={account}
              currentPath={currentPath}
              signInHref={signInHref}
              items={props.accountItems}
              arrival={arrival}
              latestNavigation={latestNavigation}
            />
            <Button href={contactHref} currentPath={currentPath} size="sm">
              {headerTexts.talk}
            </Button>
            <button
              ref={toggle}
              type="button"
              data-hold=""
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={panelId}
              aria-label={open ? headerTexts.closeMenu : headerTexts.openMenu}
              onClick={() => setOpen(!open)}
            >
              <span className={styles.toggleIcon}>{open ? <CloseIcon /> : <MenuIcon />}</span>
            </button>
          </div>
        </div>
        <nav
          className={styles.panel}
          id={panelId}
          aria-label={headerTexts.menu}
          {...(open ? { "data-open": "" } : {})}
        >
          {[...links, ...moreLinks].map(({ href, text }) => (
            <Link key={href} className={styles.panelLink} href={href} currentPath={currentPath}>
              {text}
            </Link>
          ))}
          {account.status !== "signed-in" && (
            <Link
              className={`${styles.panelLink} ${account.status === "unknown" ? styles.unknown : ""}`}
              href={signInHref}
              currentPath={currentPath}
            >
              {headerTexts.signIn}
            </Link>
          )}
        </nav>
      </div>
    </header>
  );
}
