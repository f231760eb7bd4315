import { company } from "@tallybin/contract/company";

export const newBrowserMailTexts = {
  unknown: "An unknown browser",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  utc: (time: string) => `${time} UTC`,
  subject: `A new browser signed in to your ${company.name} account`,
  body: (facts: { browser: string; at: string; link: string; origin: string }) => `Hello,

A browser that your account hasn’t used before signed in: ${facts.browser}, ${facts.at}.

If it was you, there’s nothing to do. If it wasn’t, open the link and press the button on its page. The button
signs that browser out and helps you choose a new password. It works once, within seven days.

This wasn’t me:
${facts.link}

${company.name}
${facts.origin}
`,
};
