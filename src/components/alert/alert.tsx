import { type ReactNode, useLayoutEffect, useRef } from "react";
import { hadFocus, isFocusLost } from "../../lib/focus.ts";
import { CheckIcon, InfoIcon, WarningIcon } from "../icon/icon.tsx";
import * as styles from "./alert.css.ts";

type AlertProps = {
  tone: "error" | "success" | "notice";
  children: ReactNode;
  /** The answer to what the user has just done: brought into view, and focused where the control used for it is gone. */
  isAnswer?: boolean;
};

const icons = { error: WarningIcon, success: CheckIcon, notice: InfoIcon };

/**
 * A message about what has happened. Errors interrupt a screen reader, the others wait for a pause. A message that takes
 * the focus is read because of that, so it gives up its role: with both, it would be announced twice.
 */
export function Alert({ tone, children, isAnswer = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  const Icon = icons[tone];
  useLayoutEffect(() => {
    if (!isAnswer) return;
    // After this commit's other effects: a button that was busy takes its focus back first.
    queueMicrotask(() => {
      const message = box.current;
      if (!message) return;
      // Before anything had the focus there is no place to keep: the role says it.
      if (isFocusLost() && hadFocus()) {
        message.removeAttribute("role");
        message.focus();
      } else message.scrollIntoView({ block: "nearest" });
    });
  }, [isAnswer]);
  return (
    <div
      ref={box}
      className={styles.alert({ tone })}
      role={tone === "error" ? "alert" : "status"}
      tabIndex={-1}
    >
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
