import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "../components/link/link.tsx";
import { authPath, paths } from "../config/paths.ts";
import { signOut } from "../identity/client/sign-out.ts";
import { isFocusLost } from "../lib/focus.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import type { Arrivals } from "../lib/use-open-until-arrival.ts";
import type { AccountMenuItem, Opener } from "./account-menu.tsx";
import { AccountTrigger } from "./account-trigger.tsx";
import * as styles from "./header.css.ts";
import { shellTexts } from "./shell-texts.tsx";

/** The header's view of the session. While it is `unknown`, the header reserves space for the other two. */
export type HeaderAccount =
  | { status: "unknown" }
  | { status: "signed-out" }
  | { status: "signed-in"; name: string; picture?: string };
type LoadedMenuProps = Arrivals & {
  name: string;
  picture?: string | undefined;
  items: readonly AccountMenuItem[];
  currentPath: string;
  opener: Opener;
};

const items: readonly AccountMenuItem[] = [
  { text: shellTexts.dashboard, href: paths.dashboard },
  { text: shellTexts.settings, href: paths.settings },
  { text: shellTexts.signOut, onSelect: signOut },
];

/** Only signed-in users load the menu's library. If its chunk fails, the first entry is a plain link. */
const AccountMenu = lazyComponent<LoadedMenuProps>(
  async () => (await import("./account-menu.tsx")).AccountMenu,
  ({ name, picture }) => <AccountTrigger name={name} picture={picture} href={paths.dashboard} />,
);

type SignedInProps = Omit<LoadedMenuProps, "opener"> & { onLoad: () => void };

/** A click before the menu's code has loaded is kept: the menu opens as soon as it can. */
function SignedIn({ onLoad, ...menu }: SignedInProps) {
  const [opener, setOpener] = useState<Opener>(undefined);
  const { name, picture } = menu;
  // A key that presses a button is a click without a count.
  const noteAsk = (event: MouseEvent) => setOpener(event.detail === 0 ? "keyboard" : "pointer");
  // The menu may load between press and release, and its own button then gets no click.
  const notePress = ({ button }: PointerEvent) => button === 0 && setOpener("pointer");
  return (
    <Suspense
      fallback={
        <AccountTrigger
          name={name}
          picture={picture}
          aria-haspopup="menu"
          onPointerDown={notePress}
          onClick={noteAsk}
        />
      }
    >
      <AccountMenu {...menu} opener={opener} />
      <Loaded onLoad={onLoad} />
    </Suspense>
  );
}

/** Renders nothing. Calls `onLoad` when its siblings are on the page. */
function Loaded({ onLoad }: { onLoad: () => void }) {
  useLayoutEffect(onLoad);
  return null;
}

/**
 * The link, the button before the menu's code and the menu's own button replace each other. If the focused one goes,
 * its successor takes the focus.
 */
function useFocusOfSlot(slot: RefObject<HTMLDivElement | null>) {
  const hasFocus = useRef<boolean>(false);
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    // React calls no handler for a control that it removes itself, so the focused control is remembered.
    onBlur: () => {
      hasFocus.current = false;
    },
    passFocusOn: () => {
      if (hasFocus.current && isFocusLost()) slot.current?.querySelector<HTMLElement>("a, button")?.focus();
    },
  };
}

type AccountSlotProps = Arrivals & { account: HeaderAccount; currentPath: string };

/** Sign-in link, account menu, or reserved room for either. */
export function AccountSlot({ account, currentPath, ...arrivals }: AccountSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  const { passFocusOn, ...handlers } = useFocusOfSlot(slot);
  useLayoutEffect(passFocusOn);
  const isSignedIn = account.status === "signed-in";
  return (
    <div ref={slot} className={isSignedIn ? styles.accountSlotSignedIn : styles.accountSlot} {...handlers}>
      {isSignedIn ? (
        <SignedIn
          name={account.name}
          picture={account.picture}
          items={items}
          currentPath={currentPath}
          {...arrivals}
          onLoad={passFocusOn}
        />
      ) : (
        <Link
          className={`${styles.menuLink} ${account.status === "unknown" ? styles.unknown : ""}`}
          href={authPath("signin")}
          currentPath={currentPath}
        >
          {shellTexts.login}
        </Link>
      )}
    </div>
  );
}
