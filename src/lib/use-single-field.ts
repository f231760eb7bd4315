import { type ChangeEvent, type ReactElement, useEffect, useRef, useState } from "react";

type Reading<Value> = {
  /** `undefined` for a text that cannot be submitted. */
  value: Value | undefined;
  /** Shown below the field after the first submit. */
  problem: string | ReactElement | undefined;
};
type FieldOptions = {
  initial?: string;
  /** Whether the field takes the focus when it appears, as the result of the user's last action. */
  startsFocused?: boolean;
  /** Set if the service refused the last text, and different for each refusal. The form's alert says why. */
  refusedKey?: string | undefined;
  /** Called when the user changes a refused text. */
  onCorrect?: () => void;
};

/**
 * The one text field of a form: read at the first submit, and then at each change. A refused text is selected, so that
 * the next one replaces it. Forms with more fields use react-hook-form.
 */
export function useSingleField<Value>(read: (text: string) => Reading<Value>, options: FieldOptions = {}) {
  const { initial = "", startsFocused = false, refusedKey, onCorrect } = options;
  const [text, setText] = useState(initial);
  const [checked, setChecked] = useState(false);
  const [corrected, setCorrected] = useState<string>();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (startsFocused) ref.current?.focus();
  }, [startsFocused]);
  useEffect(() => {
    if (refusedKey === undefined) return;
    ref.current?.focus();
    ref.current?.select();
  }, [refusedKey]);
  const { value, problem } = read(text);
  const isRefused = refusedKey !== undefined && refusedKey !== corrected;
  return {
    /** The properties of the field. */
    field: {
      ref,
      value: text,
      error: checked && value === undefined ? problem : isRefused ? "" : undefined,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        setText(currentTarget.value);
        setCorrected(refusedKey);
        if (isRefused) onCorrect?.();
      },
    },
    /** Submits the value. An invalid text gets the focus instead. */
    submit: (act: (value: Value) => void): void => {
      setChecked(true);
      const typed = ref.current?.value ?? text; // a password manager may have filled it in without an event
      setText(typed);
      const submitted = read(typed).value;
      if (submitted === undefined) ref.current?.focus();
      else act(submitted);
    },
  };
}
