import type { ComponentProps } from "react";
import { type FieldText, TextField } from "../text-field/text-field.tsx";

/** People type codes in groups, as they are shown. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "");

/** A code from a message or an app: suggested by the phone's keyboard, filled in by password managers. */
export function OneTimeCodeField(props: FieldText & Omit<ComponentProps<"input">, "type">) {
  return (
    <TextField
      {...props}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
