import { readCode } from "@tallybin/contract/typed-number";
import type { ComponentProps } from "react";
import { Button } from "../../components/button/button.tsx";
import { type FieldText, TextField } from "../../components/text-field/text-field.tsx";
import type { Elements } from "../../lib/elements.ts";
import { useForm } from "../../lib/use-form.ts";
import type { Progress } from "../state/use-task.ts";
import * as styles from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";

type CodeFormProps = {
  label: string;
  button: string;
  /** The check of the last code. The form's alert says why it was refused. */
  progress: Progress;
  hint?: string;
  onSubmit: (code: string) => void;
  onCancel?: () => void;
  /** Content between the field and the buttons. */
  children?: Elements;
};

/** One code, typed or pasted. It is stored only in this form. */
export function CodeForm({ label, button, progress, hint, onSubmit, onCancel, children }: CodeFormProps) {
  const busy = progress.status === "busy";
  const isWrong = progress.status === "failed" && progress.failure.code === "invalid-verification-code";
  const form = useForm<{ code: string }>({
    fields: ["code"],
    read: (typed) => {
      const code = readCode(typed.code);
      return code ? { values: { code } } : { problems: { code: secondFactorTexts.codeMissing } };
    },
    act: ({ code }) => onSubmit(code),
    startsFocused: true,
    refusal: isWrong ? { field: "code", attempt: String(progress.runNumber) } : undefined,
  });
  return (
    <form {...form.attributes} className={styles.form}>
      <OneTimeCodeField {...form.field("code")} label={label} hint={hint} />
      {children}
      <Button type="submit" fullWidth busy={busy}>
        {button}
      </Button>
      {onCancel && (
        <Button variant="simple" fullWidth disabled={busy} onClick={onCancel}>
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
