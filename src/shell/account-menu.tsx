import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef } from "react";
import { Avatar } from "../components/avatar/avatar.tsx";
import { ChevronDownIcon } from "../components/icon/icon.tsx";
import { Link } from "../components/link/link.tsx";
import { paths } from "../config/paths.ts";
import { signOut } from "../identity/client/sign-out.ts";
import { type Arrivals, useOpenUntilArrival } from "../lib/use-open-until-arrival.ts";
import { clamped } from "../styles/utilities.css.ts";
import * as styles from "./account-menu.css.ts";
import { shellTexts } from "./shell-texts.tsx";

export type AccountMenuProps = Arrivals & {
  name: string;
  picture?: string | undefined;
  /** The current page, whose entry is marked. */
  currentPath: string;
  /** Called when the button is on the page. */
  onShown: () => void;
};

/** The entry that has the focus after a key, from its index (-1: none) and the number of entries. */
const MOVES: { readonly [key: string]: (index: number, count: number) => number } = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index > 0 ? index : count) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const links = [
  { href: paths.dashboard, text: shellTexts.dashboard },
  { href: paths.settings, text: shellTexts.settings },
];

/**
 * The account button of the header, with its menu.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function AccountMenu({ name, picture, currentPath, onShown, ...arrivals }: AccountMenuProps) {
  const [isOpen, setOpen] = useOpenUntilArrival(arrivals);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether a key has opened the menu; its first entry then has the focus. */
  const isByKey = useRef<boolean>(false);
  useLayoutEffect(onShown);
  useLayoutEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>(isByKey.current ? "[role=menuitem]" : "[role=menu]")?.focus();
    const listeners = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    for (const type of ["pointerdown", "focusin"])
      document.addEventListener(type, closeOutside, { signal: listeners.signal });
    return () => listeners.abort();
  }, [isOpen, setOpen]);

  const toggle = ({ detail }: MouseEvent): void => {
    isByKey.current = detail === 0; // a key that presses a button is a click without a count
    setOpen(!isOpen);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (!isOpen) {
      if (key !== "ArrowDown" && key !== "ArrowUp") return;
      event.preventDefault();
      isByKey.current = true;
      setOpen(true);
      return;
    }
    if (key === "Escape") {
      setOpen(false);
      button.current?.focus();
      return;
    }
    const entries = [...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const index = entries.indexOf(document.activeElement as HTMLElement);
    const isLetter = key.length === 1 && key !== " ";
    const after = [...entries.slice(index + 1), ...entries.slice(0, index + 1)];
    const next = isLetter
      ? after.find(({ textContent }) => textContent?.toLowerCase().startsWith(key.toLowerCase()))
      : entries[MOVES[key]?.(index, entries.length) ?? -1];
    next?.focus();
    // A menu's links are pressed by the space key too, unlike others.
    if (key === " " && entries[index] instanceof HTMLAnchorElement) entries[index].click();
    else if (!next) return;
    event.preventDefault();
  };

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        id={id}
        type="button"
        className={styles.trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <Avatar name={name} picture={picture} />
        <span className={styles.triggerText}>{shellTexts.account}</span>
        <span className={styles.chevron} aria-hidden="true">
          <ChevronDownIcon />
        </span>
      </button>
      {isOpen && (
        <div className={styles.content} role="menu" aria-labelledby={id} tabIndex={-1} onKeyDown={onKeyDown}>
          <div className={styles.who}>
            <span className={clamped}>{name}</span>
          </div>
          {links.map(({ href, text }) => (
            <Link
              key={href}
              className={styles.item}
              role="menuitem"
              tabIndex={-1}
              href={href}
              currentPath={currentPath}
            >
              {text}
            </Link>
          ))}
          <hr className={styles.separator} />
          <button
            type="button"
            className={styles.item}
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              setOpen(false);
              signOut();
            }}
          >
            {shellTexts.signOut}
          </button>
        </div>
      )}
    </div>
  );
}
