import { type ComponentProps, useId, useState } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { action, input, roomForAction, withAction } from "./text-field.css.ts";
import type { FieldText } from "./text-field.tsx";

/** A password that can be looked at before it is sent. Nothing is trimmed, pasting is welcome. */
export function PasswordField({
  label,
  error,
  hint,
  ...rest
}: FieldText & Omit<ComponentProps<"input">, "type">) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(described) => (
        <div className={withAction}>
          <input
            {...rest}
            {...described}
            id={id}
            type={shown ? "text" : "password"}
            className={`${input} ${roomForAction}`}
            // A shown password is text to the browser, which would correct, capitalise and remember it.
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={action}
            aria-label={`${shown ? "Hide" : "Show"} ${label.toLowerCase()}`}
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
