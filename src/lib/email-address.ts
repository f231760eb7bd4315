import { readEmail } from "@tallybin/contract/typed-text";
import * as v from "valibot";

/** The address that a typed text has, for requests. The message of an invalid one is a sentence for the reader. */
export const EmailAddress = v.pipe(
  v.string(),
  v.check(
    (typed) => readEmail(typed).problem === undefined,
    ({ input }) => readEmail(input).problem ?? "",
  ),
  v.transform((typed) => readEmail(typed).address ?? typed),
);
