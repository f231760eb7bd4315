export const passwordTexts = {
  missing: "Please enter a password",
  repetitionMissing: "Please enter your password again",
  repetitionDiffers: "This doesn't match your password",
  // The parts of the rule for a new password.
  characters: {
    "lowercase-letter": "a lowercase letter",
    "uppercase-letter": "a capital letter",
    digit: "a number",
    "special-character": "a symbol",
  },
  atLeast: (length: number) => `At least ${length} characters`,
  between: (shortest: number, longest: number) => `${shortest} to ${longest} characters`,
  withCharacters: (length: string, kinds: string) => `${length}, with ${kinds}`,
  sentence: (rule: string) => `${rule}.`,
};
