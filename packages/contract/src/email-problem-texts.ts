/** What is missing or wrong in a typed email address. The forms of the site and of the server show these sentences. */
export const emailProblemTexts = {
  missing: "Please enter an email address",
  space: "There is a space in this address",
  noAt: "There is no @ in this address",
  severalAts: "There is more than one @ in this address",
  nothingBefore: "There is nothing before the @ in this address",
  sign: (sign: string) => `There is a “${sign}” in this address`,
  domain: "There is no domain, such as example.com, after the @ in this address",
  tooLong: "This address is too long",
};
