export const phoneProblemTexts = {
  countryCodeMissing: "Please enter the number with its country code, such as +1\u00a0555\u00a0010\u00a00000",
  tooShort: "There are digits missing in this number",
  tooLong: "There are too many digits in this number",
  extension: "Please enter the number without its extension",
  letters: "Please enter only the digits of the number",
};
