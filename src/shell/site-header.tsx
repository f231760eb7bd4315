import { company } from "@tallybin/contract/company";
import {
  type ComponentType,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Profile, useProfile } from "../account/profile.ts";
import { Mark } from "../artwork/mark.tsx";
import { CloseIcon, MenuIcon } from "../components/icon/icon.tsx";
import { Link } from "../components/link/link.tsx";
import { container } from "../components/section/section.css.ts";
import { accessOf, authPath, paths } from "../config/paths.ts";
import { isShownPicture } from "../config/picture-host.ts";
import { TalkButton } from "../contact/call-to-action.tsx";
import { signOut } from "../identity/client/sign-out.ts";
import { needsSignIn, type SessionState } from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/user-state.ts";
import { isFocusLost } from "../lib/focus.ts";
import { useHeldClick } from "../lib/held-press.ts";
import { lazyValue } from "../lib/lazy-value.ts";
import { type Arrivals, useOpenUntilArrival } from "../lib/use-open-until-arrival.ts";
import type { AccountMenuItem, AccountMenuProps } from "./account-menu.tsx";
import { AccountTrigger } from "./account-trigger.tsx";
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

/** `unknown` reserves space for the other two; on a page for signed-in users, it is `pending` instead. */
type HeaderAccount =
  | { status: "unknown" | "pending" | "signed-out" }
  | { status: "signed-in"; name: string; picture?: string };

const accountLinks: readonly AccountMenuItem[] = [
  { text: shellTexts.dashboard, href: paths.dashboard },
  { text: shellTexts.settings, href: paths.settings },
];
const accountItems: readonly AccountMenuItem[] = [
  ...accountLinks,
  { text: shellTexts.signOut, onSelect: signOut },
];

/** Only signed-in users load the menu's library. */
const menuCode = lazyValue(async () => (await import("./account-menu.tsx")).AccountMenu);

/** The library's menu, once it has loaded. If its chunk fails, the plain menu stays. */
function useLibraryMenu(
  isSignedIn: boolean,
  slot: RefObject<HTMLDivElement | null>,
): ComponentType<AccountMenuProps> | undefined {
  const [Menu, setMenu] = useState<ComponentType<AccountMenuProps> | undefined>(menuCode.loaded);
  useEffect(() => {
    if (!isSignedIn) return;
    const showMenu = (loaded: ComponentType<AccountMenuProps>): void => {
      // A button or link that is removed during its press would get no click.
      if (slot.current?.matches(":active"))
        window.addEventListener("mouseup", () => setTimeout(showMenu, 0, loaded), { once: true });
      else setMenu(() => loaded);
    };
    menuCode.load().then(showMenu, () => undefined);
  }, [isSignedIn, slot]);
  return isSignedIn ? Menu : undefined;
}

/** The menu until the library's has loaded. `src/entry/early.ts` opens it, with the entries that need no session. */
function PlainMenu(menu: AccountMenuProps) {
  const { name, picture, currentPath, open, setOpen, isByKey } = menu;
  const button = useHeldClick<HTMLButtonElement>();
  const toggle = ({ currentTarget }: MouseEvent): void => {
    isByKey.current = currentTarget.matches(":focus-visible");
    setOpen(!open);
  };
  return (
    <>
      <AccountTrigger
        ref={button}
        name={name}
        picture={picture}
        data-hold=""
        aria-expanded={open}
        onClick={toggle}
      />
      <div className={styles.plain}>
        <div className={styles.who}>{name || shellTexts.account}</div>
        {menu.items.map(({ text, href, onSelect }) =>
          href === undefined ? (
            <div key={text}>
              <div className={styles.separator} />
              <button type="button" className={styles.item} onClick={onSelect}>
                {text}
              </button>
            </div>
          ) : (
            <Link key={text} className={styles.item} href={href} currentPath={currentPath} text={text} />
          ),
        )}
      </div>
    </>
  );
}

/** Link, plain menu and library's menu replace each other. The successor of a focused one takes the focus. */
function useFocusOfSlot(slot: RefObject<HTMLDivElement | null>) {
  const hasFocus = useRef<boolean>(false);
  useLayoutEffect(() => {
    if (hasFocus.current && isFocusLost()) slot.current?.querySelector<HTMLElement>("a, button")?.focus();
  });
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    // React calls no handler for a control that it removes itself, so the focused control is remembered.
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}

const LINK_STYLES = { unknown: styles.unknown, pending: styles.insteadOfMenu, "signed-out": "" };

type AccountSlotProps = Arrivals & { account: HeaderAccount; currentPath: string };

function AccountSlot({ account, currentPath, ...arrivals }: AccountSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  const handlers = useFocusOfSlot(slot);
  const [open, setOpen] = useOpenUntilArrival(arrivals);
  const isByKey = useRef<boolean>(false);
  const isSignedIn = account.status === "signed-in";
  const Menu = useLibraryMenu(isSignedIn, slot) ?? PlainMenu;
  const hasMenu = isSignedIn || account.status === "pending";
  return (
    <div ref={slot} className={hasMenu ? styles.accountSlotWithMenu : styles.accountSlot} {...handlers}>
      {!isSignedIn && (
        <Link
          className={`${styles.menuLink} ${LINK_STYLES[account.status]}`}
          href={authPath("signin")}
          currentPath={currentPath}
          text={shellTexts.login}
        />
      )}
      {hasMenu && (
        <Menu
          name=""
          {...(isSignedIn && account)}
          items={isSignedIn ? accountItems : accountLinks}
          currentPath={currentPath}
          open={open}
          setOpen={setOpen}
          isByKey={isByKey}
        />
      )}
    </div>
  );
}
