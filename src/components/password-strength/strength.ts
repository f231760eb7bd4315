/** 0: guessed immediately; 4: practically impossible to guess. */
export type Score = 0 | 1 | 2 | 3 | 4;
export type Strength = { score: Score; advice: string };
