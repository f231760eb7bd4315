import * as Menu from "@radix-ui/react-dropdown-menu";
import { type RefObject, useRef } from "react";
import { Link } from "../components/link/link.tsx";
import { isFocusLost } from "../lib/focus.ts";
import { clamped } from "../styles/layout.css.ts";
import { AccountTrigger } from "./account-trigger.tsx";
import * as styles from "./shell.css.ts";

export type AccountMenuItem = { text: string } & (
  | { href: string; onSelect?: never }
  | { onSelect: () => void; href?: never }
);
export type AccountMenuProps = {
  /** Empty until the session is known. */
  name: string;
  picture?: string;
  items: readonly AccountMenuItem[];
  /** The current page, whose entry is marked. */
  currentPath: string;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Whether a key opened the plain menu. Once this one replaces it, the first entry gets the focus. */
  isByKey: RefObject<boolean>;
};

const MENU_GAP_PX = 6;
/** On a phone the menu is as wide as the available room. */
const WINDOW_GAP_PX = 16;

/** The library's menu, which replaces the plain one. */
export function AccountMenu({ name, picture, items, currentPath, open, setOpen, isByKey }: AccountMenuProps) {
  // After the choice of a link, or after another navigation, the new page takes the focus, so that it is read out.
  // The library would return the focus to the button.
  const isChosen = useRef<boolean>(false);
  const noteChoice = (): void => {
    isChosen.current = true;
  };
  return (
    // A modal menu injects a <style> element, which the site's policy blocks.
    <Menu.Root modal={false} open={open} onOpenChange={setOpen}>
      <Menu.Trigger asChild>
        <AccountTrigger name={name} picture={picture} />
      </Menu.Trigger>
      {/* The content has no portal, so that the menu stays in the header's landmark. */}
      <Menu.Content
        className={styles.content}
        align="end"
        sideOffset={MENU_GAP_PX}
        collisionPadding={WINDOW_GAP_PX}
        onFocus={({ currentTarget, target }) => {
          // The library did not receive the key press before it loaded, so it would focus the menu itself.
          if (!isByKey.current || target !== currentTarget) return;
          isByKey.current = false;
          currentTarget.querySelector<HTMLElement>("[role=menuitem]")?.focus();
        }}
        onCloseAutoFocus={(event) => {
          if (isChosen.current || !isFocusLost()) event.preventDefault();
          isChosen.current = false;
        }}
      >
        <Menu.Label className={styles.who}>
          <span className={clamped}>{name}</span>
        </Menu.Label>
        {items.map((item) =>
          item.href === undefined ? (
            <div key={item.text}>
              <Menu.Separator className={styles.separator} />
              <Menu.Item className={styles.item} onSelect={item.onSelect}>
                {item.text}
              </Menu.Item>
            </div>
          ) : (
            <Menu.Item key={item.text} asChild onSelect={noteChoice}>
              <Link className={styles.item} href={item.href} currentPath={currentPath} text={item.text} />
            </Menu.Item>
          ),
        )}
      </Menu.Content>
    </Menu.Root>
  );
}
