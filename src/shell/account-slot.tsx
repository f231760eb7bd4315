import { Suspense, useLayoutEffect, useRef } from "react";
import { Link } from "../components/link/link.tsx";
import { authPath, paths } from "../config/paths.ts";
import { isFocusLost } from "../lib/focus.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import type { Arrivals } from "../lib/use-open-until-arrival.ts";
import type { AccountMenuProps } from "./account-menu.tsx";
import * as styles from "./header.css.ts";
import { shellTexts } from "./shell-texts.tsx";

/** The header's view of the session. While it is `unknown`, the header reserves space for the other two. */
export type HeaderAccount =
  | { status: "unknown" }
  | { status: "signed-out" }
  | { status: "signed-in"; name: string; picture?: string };

/** Only signed-in users load the menu. If its chunk fails, its first entry is a plain link. */
const AccountMenu = lazyComponent<AccountMenuProps>(
  async () => (await import("./account-menu.tsx")).AccountMenu,
  () => (
    <Link className={styles.menuLink} href={paths.dashboard}>
      {shellTexts.account}
    </Link>
  ),
);

type AccountSlotProps = Arrivals & { account: HeaderAccount; currentPath: string };

/** Sign-in link, account menu, or reserved room for either. If the focused one goes, its successor takes the focus. */
export function AccountSlot({ account, currentPath, ...arrivals }: AccountSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  // React calls no handler for a control that it removes itself, so the focused control is remembered.
  const hasFocus = useRef<boolean>(false);
  const handlers = {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
  const passFocusOn = () => {
    if (hasFocus.current && isFocusLost()) slot.current?.querySelector<HTMLElement>("a, button")?.focus();
  };
  useLayoutEffect(passFocusOn);
  const isSignedIn = account.status === "signed-in";
  return (
    <div ref={slot} className={isSignedIn ? styles.accountSlotSignedIn : styles.accountSlot} {...handlers}>
      {isSignedIn ? (
        <Suspense>
          <AccountMenu
            name={account.name}
            picture={account.picture}
            currentPath={currentPath}
            {...arrivals}
            onShown={passFocusOn}
          />
        </Suspense>
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
