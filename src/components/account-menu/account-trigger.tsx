import { type ComponentProps, forwardRef, type ReactElement } from "react";
import { Avatar } from "../avatar/avatar.tsx";
import { ChevronDownIcon } from "../icon/icon.tsx";
import { Link } from "../link/link.tsx";
import * as styles from "./account-menu.css.ts";
import { accountMenuTexts } from "./account-menu-texts.ts";

type AccountTriggerProps = Omit<ComponentProps<"button">, "name"> & {
  name: string;
  picture?: string;
  /** The link to use if the menu does not load. */
  href?: string | undefined;
};

/** The account button in the header; shown before the menu behind it has loaded. */
export const AccountTrigger = forwardRef<HTMLButtonElement, AccountTriggerProps>(function AccountTrigger(
  { name, picture, href, ...rest },
  ref,
) {
  const content: ReactElement = (
    <>
      <Avatar name={name} {...(picture === undefined ? {} : { picture })} />
      <span className={styles.triggerText}>{accountMenuTexts.account}</span>
    </>
  );
  if (href !== undefined)
    return (
      <Link className={styles.trigger} href={href}>
        {content}
      </Link>
    );
  return (
    <button ref={ref} type="button" className={styles.trigger} {...rest}>
      {content}
      <span className={styles.chevron} aria-hidden="true">
        <ChevronDownIcon />
      </span>
    </button>
  );
});
