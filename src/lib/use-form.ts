import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type FormRules, type Reading, releaseHold } from "./early-form.ts";
import { controlsOf, type Texts, textsOf } from "./form-fields.ts";
import { useHold } from "./held-press.ts";

type FormOptions<Values> = FormRules<Values> & {
  /** Called with the values of a valid submit, and with those of a request that began before hydration. */
  act: (values: Values) => unknown;
  onProblem?: () => void;
  /** Texts for fields that are still empty. */
  initial?: Partial<Texts<Values>>;
  /** Whether the first field takes the focus when it appears, as the result of the user's last action. */
  startsFocused?: boolean;
  /** Takes over the request of a press before hydration. */
  take?: () => Values | undefined;
  /** Whether a submit can be handled now; an earlier one waits. */
  isReady?: boolean;
  /** The field that the service refused, and a key of the attempt. It is only marked: the form's alert says why. */
  refusal?: { field: keyof Values & string; attempt: string } | undefined;
  /** Called when the user changes the refused text. */
  onCorrect?: () => void;
};

export type Form<Values> = ReturnType<typeof useForm<Values>>;

/**
 * A form whose texts are in its fields: a prerendered field keeps what was typed before hydration, and a password
 * manager may fill a field in without an event. Problems appear at the first submit, and then follow each change. The
 * first field with a problem gets the focus. A refused text is selected, so that the next one replaces it.
 */
export function useForm<Values>(options: FormOptions<Values>) {
  const { fields, read, act, onProblem, isReady = true, refusal, onCorrect } = options;
  const initial: Partial<Texts<Values>> = options.initial ?? {};
  const hold = useHold(isReady);
  const { ref } = hold;
  const [texts, setTexts] = useState(() => ({ ...textsOf<Values>(fields, []), ...initial }));
  const [isChecked, setChecked] = useState(false);
  const [problems, setProblems] = useState<NonNullable<Reading<Values>["problems"]>>({});
  const [corrected, setCorrected] = useState<string>();
  const isRefused = refusal !== undefined && refusal.attempt !== corrected;

  const findControls = () => controlsOf(ref.current, fields);
  const typed = (): Texts<Values> => textsOf(fields, findControls());
  const check = async (): Promise<Reading<Values>> => {
    const reading = await read(typed(), findControls());
    setProblems(reading.problems ?? {});
    return reading;
  };
  const noteChange = (): void => {
    setTexts(typed());
    if (isChecked) void check();
  };
  const write = (changes: Partial<Texts<Values>>): void => {
    for (const [index, control] of findControls().entries()) {
      const field = fields[index];
      const text = field && changes[field];
      if (control && text !== undefined) control.value = text;
    }
  };
  const submit = async (): Promise<void> => {
    setChecked(true);
    setTexts(typed());
    const { values, problems: found } = await check();
    if (values !== undefined) act(values);
    else {
      findControls()[fields.findIndex((field) => found?.[field] !== undefined)]?.focus();
      onProblem?.();
    }
  };

  const startForm = useEffectEvent(() => {
    const empty = fields.filter((field) => typed()[field] === "" && initial[field]);
    write(Object.fromEntries(empty.map((field) => [field, initial[field]])) as Partial<Texts<Values>>);
    setTexts(typed());
    if (options.startsFocused) findControls()[0]?.focus();
  });
  useLayoutEffect(() => startForm(), []);

  /** Shows the outcome of a press before hydration: the request that has begun, or the problems of the fields. */
  const takePress = useEffectEvent(() => {
    const begun = options.take?.();
    if (begun && ref.current) releaseHold(ref.current);
    if (!begun && !ref.current?.querySelector("[aria-invalid]")) return;
    setChecked(true);
    void check();
    if (begun) act(begun);
  });
  // In the first effect, because a sign-in that is already done replaces the form before it is ready.
  useEffect(() => takePress(), []);

  const attempt = refusal?.attempt;
  const focusRefused = useEffectEvent(() => {
    const [control] = controlsOf(ref.current, refusal ? [refusal.field] : []);
    control?.focus();
    control?.select();
  });
  useEffect(() => {
    if (attempt !== undefined) focusRefused();
  }, [attempt]);

  return {
    attributes: {
      ...hold,
      method: "post",
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (isRefused && controlsOf(ref.current, [refusal.field])[0] === target) {
          setCorrected(attempt);
          onCorrect?.();
        }
        noteChange();
      },
    },
    field: (name: keyof Values & string) => ({
      name,
      error: problems[name] ?? (isRefused && refusal.field === name ? "" : undefined),
    }),
    /** The texts as last rendered. */
    texts,
    /** The texts at this moment. */
    typed,
    /** Changes texts, as the user would. */
    change: (changes: Partial<Texts<Values>>): void => {
      write(changes);
      noteChange();
    },
    /** Changes a text, and moves the focus to its field. */
    correct: (field: keyof Values & string, text: string): void => {
      write({ [field]: text } as Partial<Texts<Values>>);
      noteChange();
      controlsOf(ref.current, [field])[0]?.focus();
    },
    /** Begins anew with these texts: problems appear at the next submit. */
    restart: (changes: Partial<Texts<Values>>): void => {
      write(changes);
      setTexts(typed());
      setChecked(false);
      setProblems({});
    },
  };
}
