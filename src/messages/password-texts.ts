import type { PasswordCharacter } from "@tallybin/identity";

const characters: Record<PasswordCharacter, string> = {
  "lowercase-letter": "a lowercase letter",
  "uppercase-letter": "a capital letter",
  digit: "a number",
  "special-character": "a symbol",
};

/** The parts of the rule for a new password. */
export const passwordTexts = {
  characters,
  atLeast: (length: number) => `At least ${length} characters`,
  between: (shortest: number, longest: number) => `${shortest} to ${longest} characters`,
  withCharacters: (length: string, kinds: string) => `${length}, with ${kinds}`,
  sentence: (rule: string) => `${rule}.`,
};
