import type { ComponentProps } from "react";
import { Avatar } from "../components/avatar/avatar.tsx";
import { ChevronDownIcon } from "../components/icon/icon.tsx";
import * as styles from "./shell.css.ts";
import { shellTexts } from "./shell-texts.tsx";

type AccountTriggerProps = Omit<ComponentProps<"button">, "name"> & {
  /** Empty until the session is known. */
  name: string;
  picture: string | undefined;
};

export const AccountTrigger = ({ name, picture, ...rest }: AccountTriggerProps) => (
  <button type="button" className={styles.trigger} {...rest}>
    <Avatar name={name} picture={picture} />
    <span className={styles.triggerText}>{shellTexts.account}</span>
    <span className={styles.chevron} aria-hidden="true">
      <ChevronDownIcon />
    </span>
  </button>
);
