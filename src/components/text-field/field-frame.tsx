import type { ReactElement, ReactNode } from "react";
import * as styles from "./text-field.css.ts";

type Described = { "aria-invalid"?: true; "aria-describedby"?: string };
type FieldFrameProps = {
  id: string;
  label: ReactNode;
  error?: ReactNode;
  hint?: string;
  children: (described: Described) => ReactElement;
};

/** The frame around every kind of field. */
export function FieldFrame({ id, label, error, hint, children }: FieldFrameProps) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {children({
        ...(error ? { "aria-invalid": true } : {}),
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
      })}
      {error && (
        <p className={styles.message} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
