import { readCode } from "@tallybin/contract/typed-number";
import type { ComponentProps } from "react";
import type { Elements } from "../../lib/elements.ts";
import { useForm } from "../../lib/use-form.ts";
import { Button } from "../button/button.tsx";
import { type FieldText, TextField } from "../text-field/text-field.tsx";
import * as styles from "./second-factor.css.ts";
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
  const form = useForm<{ code: string }>({
    fields: ["code"],
    read: (typed) => {
      const code = readCode(typed.code);
      return code ? { values: { code } } : { problems: { code: secondFactorTexts.codeMissing } };
    },
    act: ({ code }) => onSubmit(code),
    startsFocused: true,
    refusal: refusedKey === undefined ? undefined : { field: "code", attempt: refusedKey },
  });
  return (
    <form {...form.attributes} className={styles.form}>
      <OneTimeCodeField {...form.field("code")} label={label} hint={hint} />
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
