const YEAR = "Years are easy to guess.";
const NAME = "Names are easy to guess.";

/** The password's weakness; the keys are the library's. A separate module, because it loads together with the library. */
export const weaknessTexts: Readonly<Record<string, string>> = {
  straightRow: "Rows of keys are easy to guess.",
  keyPattern: "Patterns on the keyboard are tried early.",
  simpleRepeat: "Repeated characters add little.",
  extendedRepeat: "Repeated groups of characters add little.",
  sequences: "Sequences such as abc or 6543 are among the first guesses.",
  recentYears: YEAR,
  associatedYears: YEAR,
  dates: "Dates are easy to guess.",
  topTen: "This is one of the ten most common passwords.",
  topHundred: "This is one of the hundred most common passwords.",
  common: "This is a commonly used password.",
  similarToCommon: "This is close to a commonly used password.",
  wordByItself: "A single word is easy to guess.",
  namesByThemselves: NAME,
  commonNames: NAME,
  userInputs: "Don’t use your own name or address in it.",
  pwned: "This password has appeared in a data breach.",
};

export const adviceTexts = {
  longer: "Three or four unrelated words are strong and easy to remember.",
  withReason: (reason: string, advice: string) => `${reason} ${advice}`,
};
