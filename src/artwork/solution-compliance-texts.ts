export const solutionComplianceTexts = {
  title: "A page of a compliance report",
  description:
    "A line shows contamination falling over ten weeks. A table lists three routes with the bins inspected and the bins flagged. Sample data.",
  heading: "Contamination report",
  period: "sample, weeks 14 to 23",
  route: (number: string) => `Route ${number}`,
  collection: "Collection",
  inspected: "Inspected",
  flagged: "Flagged",
};
