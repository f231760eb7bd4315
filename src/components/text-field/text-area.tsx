import { type ComponentProps, useId } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { multiline } from "./text-field.css.ts";
import type { FieldText } from "./text-field.tsx";

/** Several lines of text with label, hint and error. */
export function TextArea({ label, error, hint, ...rest }: FieldText & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(described) => <textarea {...rest} {...described} id={id} className={multiline} />}
    </FieldFrame>
  );
}
