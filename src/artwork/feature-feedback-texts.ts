export const featureFeedbackTexts = {
  title: "A photo and a short message, repeated each week",
  description:
    "Plastic film is boxed in the photo; the message reads: No film, please. After two weeks with film the third is clean.",
  message: "No film, please",
  advice: ["Bags go back to the", "store drop-off."] as const,
  week: (number: number) => `wk ${number}`,
};
