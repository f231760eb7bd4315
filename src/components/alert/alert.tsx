import { type ReactNode, useLayoutEffect, useRef } from "react";
import { hasHadFocus, isFocusLost } from "../../lib/focus.ts";
import { CheckIcon, InfoIcon, WarningIcon } from "../icon/icon.tsx";
import * as styles from "./alert.css.ts";

type AlertProps = {
  tone: "error" | "success" | "notice";
  children: ReactNode;
  /** Whether it responds to the last action: it scrolls into view, and has the focus if the used control is gone. */
  isAnswer?: boolean;
};

const icons = { error: WarningIcon, success: CheckIcon, notice: InfoIcon };

/**
 * A message about an event. Errors interrupt a screen reader, others wait for a pause. A message that takes the focus
 * is read for that reason, so it drops its role: with both, it would be announced twice.
 */
export function Alert({ tone, children, isAnswer = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  const Icon = icons[tone];
  useLayoutEffect(() => {
    if (!isAnswer) return;
    // Run after this commit's other effects, because a busy button must take its focus back first.
    queueMicrotask(() => {
      const message = box.current;
      if (!message) return;
      // If nothing has had the focus yet, it stays where it is, and the role announces the message.
      if (isFocusLost() && hasHadFocus()) {
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
