import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { input } from "./text-field.css.ts";

export type FieldText = {
  label: ReactNode;
  /** The error, under the field and tied to it. */
  error?: ReactNode;
  hint?: string;
};

/** One line of text with its label, hint and error. */
export function TextField({ label, error, hint, ...rest }: FieldText & ComponentProps<"input">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(described) => <input {...rest} {...described} id={id} className={input} />}
    </FieldFrame>
  );
}
