/**
 * The action of a held press, begun before React has hydrated the form. The hydrated form takes it over, shows its
 * outcome, and sends no second request.
 */
export function createEarlyAction<Values extends object, Result>() {
  let begun: { values: Values; outcome: Promise<Result> } | undefined;
  let isTaken = false;
  const outcomes = new WeakMap<Values, Promise<Result>>();
  return {
    /** Begins the action, unless it has begun or the form is hydrated. */
    begin(values: Values, act: () => Promise<Result>): void {
      if (begun || isTaken) return;
      begun = { values, outcome: act() };
      begun.outcome.catch(() => undefined); // the form shows the error
    },
    /**
     * Returns the values of the action that has begun. A form calls this when it can act itself, so nothing begins
     * afterwards.
     */
    take(): Values | undefined {
      const taken = begun;
      isTaken = true;
      if (taken) outcomes.set(taken.values, taken.outcome);
      begun = undefined;
      return taken?.values;
    },
    /** The outcome of the action taken with these values. Returned once, because a later press is a new action. */
    outcomeOf(values: Values): Promise<Result> | undefined {
      const outcome = outcomes.get(values);
      outcomes.delete(values);
      return outcome;
    },
  };
}

/**
 * Calls the functions with each form whose submit the early script (`src/entry/early.ts`) has held or will hold.
 */
export function performHeldSubmits(actions: readonly ((form: HTMLFormElement) => void)[]): void {
  const performActions = (form: HTMLFormElement): void => {
    if ("held" in form.dataset) for (const act of actions) act(form);
  };
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-held]")) performActions(form);
  window.addEventListener(
    "submit",
    ({ target }) => {
      // The early script holds the submit after this listener.
      if (target instanceof HTMLFormElement) setTimeout(performActions, 0, target);
    },
    { capture: true },
  );
}
