import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../button/button.tsx";
import { OneTimeCodeField, plainCode } from "../one-time-code/one-time-code-field.tsx";
import { form } from "./second-factor.css.ts";

type CodeFormProps = {
  label: string;
  button: string;
  busy: boolean;
  onSubmit: (code: string) => void;
  onCancel?: () => void;
  /** Between the field and the buttons. */
  children?: ReactNode;
};

const CODE_MISSING = "Please enter the code";

/** One code, typed or pasted. It lives in this form and nowhere else. */
export function CodeForm({ label, button, busy, onSubmit, onCancel, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isMissing = plainCode(code) === "";
  useEffect(() => field.current?.focus(), []); // this form answers what the person has just done
  return (
    <form
      className={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isMissing) field.current?.focus();
        else onSubmit(plainCode(code));
      }}
    >
      <OneTimeCodeField
        ref={field}
        label={label}
        name="code"
        value={code}
        error={checked && isMissing ? CODE_MISSING : undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {children}
      <Button type="submit" fullWidth busy={busy}>
        {button}
      </Button>
      {onCancel && (
        <Button variant="simple" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  );
}
