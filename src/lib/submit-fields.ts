import type { FormEvent } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

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
