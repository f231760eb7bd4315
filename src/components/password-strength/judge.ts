import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { adviceFor } from "./advice.ts";
import type { Strength } from "./strength.ts";

/** Lists of common passwords are larger than the rest of the site, so this module is only imported lazily. */
const judgeOnce = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/** The length is enough for a name or an address. A longer text would block the page for too long. */
const KNOWN_MAX = 64;

/** How hard a password is to guess. `known` are texts that an attacker would try first: name and address. */
export function judge(password: string, known: readonly string[]): Strength {
  const { score, feedback } = judgeOnce.check(
    password,
    known.map((word) => word.slice(0, KNOWN_MAX)),
  );
  return { score, advice: adviceFor(score, feedback.warning) };
}
