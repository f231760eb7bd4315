import { readCode } from "@tallybin/contract/typed-number";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { Elements } from "../../lib/elements.ts";
import { Button } from "../button/button.tsx";
import { type FieldText, TextField } from "../text-field/text-field.tsx";
import { form } from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";

type CodeFormProps = {
  label: string;
  button: string;
  busy: boolean;
  /** One line about where to find the code. */
  hint?: string;
  /** Set if the last code was refused, and different for each refusal. The form's alert says why. */
  refusedKey?: string | undefined;
  onSubmit: (code: string) => void;
  onCancel?: () => void;
  /** Content between the field and the buttons. */
  children?: Elements;
};

/** One code, typed or pasted. It is stored only in this form. */
export function CodeForm({
  label,
  button,
  busy,
  hint,
  refusedKey,
  onSubmit,
  onCancel,
  children,
}: CodeFormProps) {
  const [code, setCode] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const digits = readCode(code);
  const [corrected, setCorrected] = useState<string>();
  useEffect(() => field.current?.focus(), []); // the form appears as the result of the user's last action
  useEffect(() => {
    if (refusedKey === undefined) return;
    field.current?.focus();
    field.current?.select(); // select the refused code, so that the next one replaces it
  }, [refusedKey]);
  const isRefused = refusedKey !== undefined && refusedKey !== corrected;
  return (
    <form
      className={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (digits === "") field.current?.focus();
        else onSubmit(digits);
      }}
    >
      <OneTimeCodeField
        ref={field}
        label={label}
        name="code"
        value={code}
        hint={hint}
        error={checked && digits === "" ? secondFactorTexts.codeMissing : isRefused ? "" : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setCorrected(refusedKey);
        }}
      />
      {children}
      <Button type="submit" fullWidth busy={busy}>
        {button}
      </Button>
      {onCancel && (
        <Button variant="simple" disabled={busy} onClick={onCancel}>
          {secondFactorTexts.cancel}
        </Button>
      )}
    </form>
  );
}

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
