import { type ComponentType, lazy, Suspense } from "react";
import type { AccountMenuItem } from "../account-menu/account-menu.tsx";
import { AccountTrigger } from "../account-menu/account-trigger.tsx";
import { Link } from "../link/link.tsx";
import * as styles from "./header.css.ts";
import type { HeaderAccount } from "./header.tsx";

type AccountSlotProps = { account: HeaderAccount; signInHref: string; items: readonly AccountMenuItem[] };
type LoadedMenuProps = { name: string; picture?: string; items: readonly AccountMenuItem[] };

/** The menu's library is worth its bytes only to somebody who is signed in. */
const AccountMenu = lazy(async (): Promise<{ default: ComponentType<LoadedMenuProps> }> => {
  try {
    return { default: (await import("../account-menu/account-menu.tsx")).AccountMenu };
  } catch {
    // The chunk is gone or the network is: the first entry, as a plain link, is the way on.
    return {
      default: ({ name, picture, items }) => (
        <AccountTrigger name={name} {...(picture ? { picture } : {})} href={items[0]?.href} />
      ),
    };
  }
});

/** Sign-in link, account menu, or the empty room that either will take. */
export function AccountSlot({ account, signInHref, items }: AccountSlotProps) {
  if (account.status === "signed-in") {
    const { name, picture } = account;
    const who = { name, ...(picture === undefined ? {} : { picture }) };
    return (
      <div className={styles.accountSlotSignedIn}>
        <Suspense fallback={<AccountTrigger {...who} />}>
          <AccountMenu {...who} items={items} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={styles.accountSlot}>
      <Link
        className={`${styles.menuLink} ${account.status === "unknown" ? styles.unknown : ""}`}
        href={signInHref}
      >
        Customer Login
      </Link>
    </div>
  );
}
