import type { Score } from "./judge.ts";

export const strengthTexts: Record<Score, string> = {
  0: "Very easy to guess",
  1: "Easy to guess",
  2: "Could be stronger",
  3: "Good",
  4: "Strong",
};
