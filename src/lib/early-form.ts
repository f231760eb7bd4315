import type { Control } from "./form-fields.ts";

/** What the texts of a form mean: values for its request, or the problems of its fields. */
export type Reading<Values> =
  | { values: Values; problems?: never }
  | { problems: { readonly [Field in keyof Values]?: string | undefined }; values?: never };

/** The fields of a form, and how their texts are read. */
export type FormRules<Values> = {
  /** The names of the fields, in their order on the page. */
  fields: readonly (keyof Values & string)[];
  read: (
    typed: Record<keyof Values, string>,
    controls: readonly (Control | null)[],
  ) => Reading<Values> | Promise<Reading<Values>>;
};

type EarlyFormOptions<Values, Result> = FormRules<Values> & {
  act: (values: Values) => Promise<Result>;
  /** Whether a press before hydration is performed at once. Any other waits for the hydrated form. */
  isDue?: () => Promise<boolean>;
  /** Loads what a press needs. Called when the form gets the focus. */
  prepare?: () => unknown;
};

/** Forgets the held press of a form, button or link. */
export function releaseHold(control: HTMLElement): void {
  delete control.dataset["held"];
  for (const busy of [control, control.querySelector("[type=submit]")]) busy?.removeAttribute("aria-busy");
}

/**
 * A form that acts before React has hydrated it. A press sends the request, or shows what is wrong with the fields. The
 * hydrated form takes over the request, shows its outcome, and sends no second one.
 */
export function createEarlyForm<Values extends object, Result>({
  fields,
  read,
  act,
  isDue = async () => true,
  prepare,
}: EarlyFormOptions<Values, Result>) {
  let begun: { values: Values; outcome: Promise<Result> } | undefined;
  let isTaken = false;
  const outcomes = new WeakMap<Values, Promise<Result>>();

  const isOpen = (): boolean => !begun && !isTaken;
  return {
    fields,
    read,
    prepare,
    /** Whether the form has neither begun a request nor been taken over. */
    isOpen,
    /** Begins the request of an early press, if it is due. */
    async begin(values: Values): Promise<void> {
      if (!(await isDue()) || !isOpen()) return;
      begun = { values, outcome: act(values) };
      begun.outcome.catch(() => undefined); // the hydrated form shows the error
    },
    /** The values of the request that has begun. The form acts itself from now on, so nothing begins afterwards. */
    take(): Values | undefined {
      const taken = begun;
      isTaken = true;
      if (taken) outcomes.set(taken.values, taken.outcome);
      begun = undefined;
      return taken?.values;
    },
    /** Acts, unless these values are those of the request that has begun: its outcome counts once. */
    run(values: Values): Promise<Result> {
      const outcome = outcomes.get(values) ?? act(values);
      outcomes.delete(values);
      return outcome;
    },
  };
}
