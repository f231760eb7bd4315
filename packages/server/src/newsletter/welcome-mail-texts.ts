import { company } from "@tallybin/contract/company";

export const welcomeMailTexts = {
  subject: `You’re subscribed to the ${company.name} newsletter`,
  body: (origin: string, unsubscribeAddress: string) => `Hello,

You’re receiving this because your address was used to subscribe at ${origin}.
We write when there’s something worth knowing about contamination, composition and reporting.

If it wasn’t you, or you’ve changed your mind, unsubscribe with one click:
${unsubscribeAddress}

${company.name}
${origin}
`,
};
