import { useEffect, useRef } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import type { FailureCode } from "../../messages/failure.ts";
import type { Task } from "./use-task.ts";

/** The field that each error code is about. */
export type FailedFields<Values extends FieldValues> = Partial<Record<FailureCode, FieldPath<Values>>>;

type FieldFailure<Values extends FieldValues> = {
  task: Pick<Task<never>, "progress" | "reset">;
  form: Pick<UseFormReturn<Values, unknown, FieldValues>, "setError" | "clearErrors" | "subscribe">;
  fields: FailedFields<Values>;
};

/**
 * Marks the field that the service refused, and moves the focus there. The form's alert says why, and disappears when
 * the field is corrected.
 */
export function useFieldFailure<Values extends FieldValues>(options: FieldFailure<Values>): void {
  const { task, form } = options;
  const { progress, reset } = task;
  const { setError, clearErrors, subscribe } = form;
  const latest = useRef(options);
  const refused = useRef<FieldPath<Values>>(undefined);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const { fields } = latest.current;
    const field = progress.status === "failed" ? fields[progress.failure.code] : undefined;
    refused.current = field;
    if (progress.status !== "failed" || field === undefined) return;
    setError(field, { type: "server", message: "" }, { shouldFocus: true });
  }, [progress, setError]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const field = refused.current;
          if (field === undefined || name !== field) return;
          refused.current = undefined;
          clearErrors(field);
          reset();
        },
      }),
    [subscribe, clearErrors, reset],
  );
}
