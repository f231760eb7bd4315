import { type ReactNode, useEffect, useRef } from "react";
import { CheckIcon, InfoIcon, WarningIcon } from "../icon/icon.tsx";
import * as styles from "./alert.css.ts";

type AlertProps = {
  tone: "error" | "success" | "notice";
  children: ReactNode;
  /** Moves focus here when it appears: for the answer to what the person has just done. */
  focusOnShow?: boolean;
};

const icons = { error: WarningIcon, success: CheckIcon, notice: InfoIcon };

/** A message about what has happened. Errors interrupt a screen reader, the others wait for a pause. */
export function Alert({ tone, children, focusOnShow = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  const Icon = icons[tone];
  useEffect(() => {
    if (focusOnShow) box.current?.focus();
  }, [focusOnShow]);
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
