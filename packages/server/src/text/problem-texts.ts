/** What is wrong with a text: each continues "Your message …". */
export const problemTexts = {
  empty: "is empty",
  notText: "isn’t text",
  unstorable: "contains characters that can’t be stored",
  tooLong: (maxLength: number) => `is longer than ${maxLength} characters`,
  severalLines: "has more than one line",
};
