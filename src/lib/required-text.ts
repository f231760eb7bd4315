import * as v from "valibot";

/** A field that must not be empty. Its text counts as typed, including spaces. */
export const requiredText = (message: string) =>
  v.pipe(
    v.string(),
    v.check((typed) => typed !== "", message),
  );
