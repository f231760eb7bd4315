import * as v from "valibot";
import { Line } from "./text-schemas.ts";

/** The longest address that mail can carry (RFC 5321 §4.5.3.1.3). */
export const MAX_EMAIL = 254;

/**
 * An address as an e-mail field accepts it. Not a proof that it exists; only that it can be written into a mail's
 * header without becoming something else.
 */
export const EmailAddress = v.pipe(
  Line(MAX_EMAIL),
  v.minLength(1, "is empty"),
  v.regex(
    /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\.]+(?:\.[^\s@<>,;:"()[\]\\.]+)*$/u,
    "is not an e-mail address",
  ),
);

/** What "the same address" means: one spelling for all the ways of writing it. */
export const emailKeyOf = (email: string): string => email.normalize("NFKC").toLowerCase();
