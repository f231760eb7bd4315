export const solutionFeedbackTexts = {
  title: "A message to a household on collection day",
  description:
    "The photo of the bin has plastic film boxed. Below it: Plastic film was in your recycling. Tip: take bags back to the store drop-off.",
  heading: "Your recycling today",
  time: "7:42",
  finding: "Plastic film was in your recycling.",
  tip: ["Tip: take bags back to the store", "drop-off. They jam sorting screens."] as const,
};
