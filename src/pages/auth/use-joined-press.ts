import { type RefObject, useEffect, useRef } from "react";
import type { UseFormHandleSubmit } from "react-hook-form";
import { releaseHold } from "../../lib/held-press.ts";
import type { AuthValues, TypedAuthValues } from "./auth-values.ts";

type JoinedPress = {
  form: RefObject<HTMLFormElement | null>;
  takeBegun: (() => AuthValues | undefined) | undefined;
  handleSubmit: UseFormHandleSubmit<TypedAuthValues, AuthValues>;
  onSubmit: (values: AuthValues) => void;
};

/**
 * Submits a form with the values of a press whose request began before hydration. Its text may have changed since, like
 * that of any form whose request is under way.
 */
export function useJoinedPress(options: JoinedPress): void {
  const first = useRef(options);
  // In the first effect, because a sign-in that is already done replaces the form before it is ready.
  useEffect(() => {
    const { form, takeBegun, handleSubmit, onSubmit } = first.current;
    const values = takeBegun?.();
    if (!values) return;
    if (form.current) releaseHold(form.current);
    const submitValues = () => onSubmit(values);
    void handleSubmit(submitValues, submitValues)(); // from now on, the fields are validated at each change
  }, []);
}
