/** 0: guessed immediately; 4: practically impossible to guess. */
export type Score = 0 | 1 | 2 | 3 | 4;
export type Strength = { score: Score; advice: string };

export const strengthWords: Record<Score, string> = {
  0: "Very easy to guess",
  1: "Easy to guess",
  2: "Could be stronger",
  3: "Good",
  4: "Strong",
};
