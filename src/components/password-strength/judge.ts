import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { adviceTexts, weaknessTexts } from "./advice-texts.ts";

/** A helpful sentence; none if the password is good. */
function adviceFor(score: Score, warning: string | null): string {
  if (score >= 3) return "";
  const reason = warning === null ? undefined : weaknessTexts[warning];
  return reason === undefined ? adviceTexts.longer : adviceTexts.withReason(reason, adviceTexts.longer);
}

/** 0: guessed immediately; 4: practically impossible to guess. */
export type Score = 0 | 1 | 2 | 3 | 4;
export type Strength = { score: Score; advice: string };

/** Lists of common passwords are larger than the rest of the site, so this module is only imported lazily. */
const judgeOnce = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/** The length is enough for a name or an address. A longer text would block the page for too long. */
const KNOWN_MAX = 64;

/** How hard a password is to guess. `known` are texts that an attacker would try first: name and address. */
export function judgePassword(password: string, known: readonly string[]): Strength {
  const { score, feedback } = judgeOnce.check(
    password,
    known.map((word) => word.slice(0, KNOWN_MAX)),
  );
  return { score, advice: adviceFor(score, feedback.warning) };
}
