import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react";
import * as styles from "./text-field.css.ts";
import { input, multiline } from "./text-field.css.ts";

export type FieldText = {
  label: ReactNode;
  /** The error below the field. With an empty text, the field is only marked: the form's alert says why. */
  error?: string | ReactElement | undefined;
  hint?: string | undefined;
  /** A link at the end of the label's line. It follows the field in the order of the keyboard. */
  beside?: ReactElement | undefined;
};

export function TextField({
  label,
  error,
  hint,
  ...rest
}: Omit<FieldText, "beside"> & ComponentProps<"input">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      {(described) => <input {...rest} {...described} id={id} className={input} />}
    </FieldFrame>
  );
}

type Description = { "aria-invalid"?: true; "aria-describedby": string };
type FieldFrameProps = FieldText & { id: string; children: (described: Description) => ReactElement };

export function FieldFrame({ id, label, error, hint, beside, children }: FieldFrameProps) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
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
        ...(error === undefined ? {} : { "aria-invalid": true }),
        "aria-describedby": hint ? `${hintId} ${errorId}` : errorId,
      })}
      {beside && <span className={styles.beside}>{beside}</span>}
      {/* Always in the document, because a press before hydration writes its problem here. */}
      <p className={styles.message} id={errorId} suppressHydrationWarning>
        {error ?? ""}
      </p>
    </div>
  );
}

export function TextArea({ label, error, hint, ...rest }: FieldText & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      {(described) => <textarea {...rest} {...described} id={id} className={multiline} />}
    </FieldFrame>
  );
}
