import type { Score } from "./strength.ts";

const LONGER = "Three or four unrelated words are strong and easy to remember.";

/** The weakness in our own words; the keys are the library's. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: "Keys in a row are tried first.",
  keyPattern: "Patterns on the keyboard are tried early.",
  simpleRepeat: "Repeated characters add little.",
  extendedRepeat: "Repeated groups of characters add little.",
  sequences: "Sequences such as abc or 6543 are tried early.",
  recentYears: "Years are easy to guess.",
  associatedYears: "Years are easy to guess.",
  dates: "Dates are easy to guess.",
  topTen: "This is one of the ten most common passwords.",
  topHundred: "This is one of the hundred most common passwords.",
  common: "This is a commonly used password.",
  similarToCommon: "This is close to a commonly used password.",
  wordByItself: "A single word is easy to guess.",
  namesByThemselves: "Names are easy to guess.",
  commonNames: "Names are easy to guess.",
  userInputs: "Don’t use your own name or address in it.",
  pwned: "This password has appeared in a data breach.",
};

/** A helpful sentence; none if the password is good. */
export function adviceFor(score: Score, warning: string | null): string {
  if (score >= 3) return "";
  const reason = warning === null ? undefined : reasons[warning];
  return reason === undefined ? LONGER : `${reason} ${LONGER}`;
}
