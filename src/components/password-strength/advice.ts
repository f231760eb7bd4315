import { adviceTexts } from "./advice-texts.ts";
import type { Score } from "./strength.ts";

/** The weakness in our own words; the keys are the library's. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: adviceTexts.keyRow,
  keyPattern: adviceTexts.keyPattern,
  simpleRepeat: adviceTexts.repeatedCharacters,
  extendedRepeat: adviceTexts.repeatedGroups,
  sequences: adviceTexts.sequence,
  recentYears: adviceTexts.year,
  associatedYears: adviceTexts.year,
  dates: adviceTexts.date,
  topTen: adviceTexts.topTen,
  topHundred: adviceTexts.topHundred,
  common: adviceTexts.common,
  similarToCommon: adviceTexts.similar,
  wordByItself: adviceTexts.word,
  namesByThemselves: adviceTexts.name,
  commonNames: adviceTexts.name,
  userInputs: adviceTexts.own,
  pwned: adviceTexts.breached,
};

/** A helpful sentence; none if the password is good. */
export function adviceFor(score: Score, warning: string | null): string {
  if (score >= 3) return "";
  const reason = warning === null ? undefined : reasons[warning];
  return reason === undefined ? adviceTexts.longer : adviceTexts.withReason(reason, adviceTexts.longer);
}
