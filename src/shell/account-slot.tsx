import {
  type ComponentType,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "../components/link/link.tsx";
import { authPath, paths } from "../config/paths.ts";
import { signOut } from "../identity/client/sign-out.ts";
import { isFocusLost } from "../lib/focus.ts";
import { useHeldClick } from "../lib/held-press.ts";
import { lazyValue } from "../lib/lazy-value.ts";
import { type Arrivals, useOpenUntilArrival } from "../lib/use-open-until-arrival.ts";
import type { AccountMenuItem, AccountMenuProps } from "./account-menu.tsx";
import { AccountTrigger } from "./account-trigger.tsx";
import * as styles from "./shell.css.ts";
import { shellTexts } from "./shell-texts.tsx";

/** `unknown` reserves space for the other two; on a page for signed-in users, it is `pending` instead. */
export type HeaderAccount =
  | { status: "unknown" | "pending" | "signed-out" }
  | { status: "signed-in"; name: string; picture?: string };

const links: readonly AccountMenuItem[] = [
  { text: shellTexts.dashboard, href: paths.dashboard },
  { text: shellTexts.settings, href: paths.settings },
];
const items: readonly AccountMenuItem[] = [...links, { text: shellTexts.signOut, onSelect: signOut }];

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

export function AccountSlot({ account, currentPath, ...arrivals }: AccountSlotProps) {
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
          items={isSignedIn ? items : links}
          currentPath={currentPath}
          open={open}
          setOpen={setOpen}
          isByKey={isByKey}
        />
      )}
    </div>
  );
}
