import { type ComponentProps, useEffect, useRef, useState } from "react";
import { suggestEmail } from "../../lib/email-typo.ts";
import { useAfterPress } from "../../lib/use-after-press.ts";
import { Address } from "../address/address.tsx";
import { TextField } from "../text-field/text-field.tsx";
import * as styles from "./email-field.css.ts";
import { emailFieldTexts } from "./email-field-texts.ts";

type EmailFieldProps = ComponentProps<typeof TextField> & {
  typed: string;
  onAccept: (email: string) => void;
};

/** For "gmial.com", asks whether another address was meant. It blocks no form and changes no address by itself. */
export function EmailField({ typed, onAccept, ...field }: EmailFieldProps) {
  const [left, setLeft] = useState(""); // the address when the field lost the focus
  const input = useRef<HTMLInputElement>(null);
  // The field may have lost it before hydration.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) setLeft(input.current.value);
  }, []);
  const afterPress = useAfterPress();
  const suggestion = left === typed ? suggestEmail(left) : undefined;
  return (
    <>
      <TextField
        {...field}
        ref={input}
        type="email"
        onBlur={({ target: { value } }) => afterPress(() => setLeft(value))}
      />
      {/* The element is always in the document, so that the question is announced. */}
      <div className={styles.hint} aria-live="polite">
        {suggestion !== undefined && (
          <>
            <span>
              <Address text={emailFieldTexts.question(suggestion)} />{" "}
            </span>
            <button type="button" className={styles.accept} onClick={() => onAccept(suggestion)}>
              {emailFieldTexts.accept}
            </button>
          </>
        )}
      </div>
    </>
  );
}
