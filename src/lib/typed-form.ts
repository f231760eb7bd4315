import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { releaseHold } from "./early-form.ts";

type Form<Typed extends FieldValues, Read> = Pick<
  UseFormReturn<Typed, unknown, Read>,
  "getValues" | "setValue" | "handleSubmit"
>;

/**
 * A form's handler of a submit. It reads the fields first, because a password manager may have filled them in without
 * an event, so that the form's values are older.
 * @param act called with valid values
 * @param refuse called if a value is invalid
 */
export const submitFields =
  <Typed extends FieldValues, Read>(
    { getValues, setValue, handleSubmit }: Form<Typed, Read>,
    act: (values: Read) => unknown,
    refuse?: () => void,
  ) =>
  (event: FormEvent<HTMLFormElement>): Promise<unknown> => {
    const { elements } = event.currentTarget;
    for (const name of Object.keys(getValues()) as Path<Typed>[]) {
      const field = elements.namedItem(name);
      const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isText && field.value !== getValues(name))
        setValue(name, field.value as PathValue<Typed, Path<Typed>>, { shouldDirty: true });
    }
    return handleSubmit(act, refuse)(event);
  };

/**
 * Shows the outcome of a press that was performed before hydration: the request that has begun, or the problems of the
 * fields. The text of a form may have changed since, like that of any form whose request is under way.
 * @param take takes the values of the request over
 * @param act called with these values
 */
export function useEarlyPress<Typed extends FieldValues, Read>(
  control: RefObject<HTMLFormElement | null>,
  { handleSubmit }: Pick<UseFormReturn<Typed, unknown, Read>, "handleSubmit">,
  take: (() => Read | undefined) | undefined,
  act: (values: Read) => unknown,
): void {
  const first = useRef({ handleSubmit, take, act });
  // In the first effect, because a sign-in that is already done replaces the form before it is ready.
  useEffect(() => {
    const values = first.current.take?.();
    if (values && control.current) releaseHold(control.current);
    if (!values && !control.current?.querySelector("[aria-invalid]")) return;
    const submitValues = () => values && first.current.act(values);
    void first.current.handleSubmit(submitValues, submitValues)(); // from now on, the fields are validated at each change
  }, [control]);
}
