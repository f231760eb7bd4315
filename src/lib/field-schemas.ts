import { readEmail } from "@tallybin/contract/typed-text";
import * as v from "valibot";
import type { Reading } from "./early-form.ts";

/** The address that a typed text has, for requests. The message of an invalid one is a sentence for the reader. */
export const EmailAddress = v.pipe(
  v.string(),
  v.check(
    (typed) => readEmail(typed).problem === undefined,
    ({ input }) => readEmail(input).problem ?? "",
  ),
  v.transform((typed) => readEmail(typed).address ?? typed),
);

/** A field that must not be empty. Its text counts as typed, including spaces. */
export const requiredText = (message: string) => v.pipe(v.string(), v.nonEmpty(message));

export function readBySchema<Values>(
  schema: v.GenericSchema<unknown, Values>,
  typed: unknown,
): Reading<Values> {
  const { success, output, issues } = v.safeParse(schema, typed);
  if (success) return { values: output };
  const problems = issues.map((issue) => [v.getDotPath(issue) ?? "", issue.message] as const);
  return { problems: Object.fromEntries(problems.toReversed()) as { [Field in keyof Values]?: string } };
}
