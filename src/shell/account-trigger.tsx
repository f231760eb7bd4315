import type { ComponentProps, ReactElement } from "react";
import { Avatar } from "../components/avatar/avatar.tsx";
import { ChevronDownIcon } from "../components/icon/icon.tsx";
import { Link } from "../components/link/link.tsx";
import * as styles from "./account-menu.css.ts";
import { shellTexts } from "./shell-texts.tsx";

type AccountTriggerProps = Omit<ComponentProps<"button">, "name"> & {
  name: string;
  picture: string | undefined;
  /** The link to use if the menu does not load. */
  href?: string | undefined;
};

/** The account button in the header; shown before the menu behind it has loaded. */
export function AccountTrigger({ name, picture, href, ...rest }: AccountTriggerProps) {
  const content: ReactElement = (
    <>
      <Avatar name={name} picture={picture} />
      <span className={styles.triggerText}>{shellTexts.account}</span>
    </>
  );
  if (href !== undefined)
    return (
      <Link className={styles.trigger} href={href}>
        {content}
      </Link>
    );
  return (
    <button type="button" className={styles.trigger} {...rest}>
      {content}
      <span className={styles.chevron} aria-hidden="true">
        <ChevronDownIcon />
      </span>
    </button>
  );
}
