import { company } from "@tallybin/contract/company";

export const aboutTexts = {
  title: "Built for impact.",
  lead: `${company.name} is made by people who have stood at a sorting line and wondered what was coming next.`,
  values: "What we stand for",
  missions: [
    {
      title: "Mission",
      text: "Less waste starts with better data. We give operators figures they can act on: what was thrown away, where, and what changes when they act.",
    },
    {
      title: "Built for Impact",
      text: "A measurement matters when it changes a route, a bale or a habit. We build for lower contamination rates and a clear view of how commodities flow, and we leave out the rest.",
    },
    {
      title: "Long-Term Partnership",
      text: "What’s bolted to a truck has to last as long as the truck. We install it, calibrate it to your materials, and the people who built it stay within reach.",
    },
  ],
};
