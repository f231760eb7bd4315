import { Suspense, useEffect, useRef, useState } from "react";
import { isFocusLost } from "../../lib/focus.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import type { AccountMenuItem } from "../account-menu/account-menu.tsx";
import { AccountTrigger } from "../account-menu/account-trigger.tsx";
import { Link } from "../link/link.tsx";
import * as styles from "./header.css.ts";
import type { HeaderAccount } from "./header-account.ts";

type AccountSlotProps = {
  account: HeaderAccount;
  currentPath: string;
  signInHref: string;
  items: readonly AccountMenuItem[];
};
type LoadedMenuProps = {
  name: string;
  picture?: string;
  items: readonly AccountMenuItem[];
  currentPath: string;
  defaultOpen: boolean;
};

/** Only signed-in users fetch the menu's library. Without its chunk, the first entry is a plain link. */
const AccountMenu = lazyComponent<LoadedMenuProps>(
  async () => (await import("../account-menu/account-menu.tsx")).AccountMenu,
  ({ name, picture, items }) => (
    <AccountTrigger name={name} {...(picture ? { picture } : {})} href={items[0]?.href} />
  ),
);

/** A click that comes before the menu's code is not lost: the menu opens as soon as it is there. */
function SignedInSlot({ items, currentPath, ...who }: Omit<LoadedMenuProps, "defaultOpen">) {
  const [isWanted, setWanted] = useState(false);
  return (
    <div className={styles.accountSlotSignedIn}>
      <Suspense fallback={<AccountTrigger {...who} aria-haspopup="menu" onClick={() => setWanted(true)} />}>
        <AccountMenu {...who} items={items} currentPath={currentPath} defaultOpen={isWanted} />
      </Suspense>
    </div>
  );
}

/** Sign-in link, account menu, or the empty room that either will take. */
export function AccountSlot({ account, currentPath, signInHref, items }: AccountSlotProps) {
  const slot = useRef<HTMLDivElement>(null);
  const wasIn = useRef<boolean>(false);
  useEffect(() => {
    // The menu that had the focus is gone, and the page stays where it is.
    if (wasIn.current && account.status === "signed-out" && isFocusLost())
      slot.current?.querySelector("a")?.focus();
    wasIn.current = account.status === "signed-in";
  }, [account.status]);
  if (account.status === "signed-in") {
    const { name, picture } = account;
    return (
      <SignedInSlot
        name={name}
        {...(picture === undefined ? {} : { picture })}
        items={items}
        currentPath={currentPath}
      />
    );
  }
  return (
    <div ref={slot} className={styles.accountSlot}>
      <Link
        className={`${styles.menuLink} ${account.status === "unknown" ? styles.unknown : ""}`}
        href={signInHref}
        currentPath={currentPath}
      >
        Customer Login
      </Link>
    </div>
  );
}
