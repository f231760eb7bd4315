export const dataTexts = {
  title: "Your data",
  value: "Your profile and what belongs to it, as a file",
  intro: (isServerHeld: boolean) =>
    `The file has your profile, your stored document and your newsletter subscription${isServerHeld ? ", and the browsers that are signed in and your security history" : ""}. It’s JSON, which other programs can read.`,
  action: "Download",
  download: "Download my data",
  done: "Your data is in your downloads.",
  /** @param day such as 2026-05-31 */
  fileName: (company: string, day: string) => `${company}-data-${day}.json`.toLowerCase(),
};
