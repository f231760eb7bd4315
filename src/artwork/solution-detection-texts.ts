export const solutionDetectionTexts = {
  title: "An open recycling bin seen from above",
  description:
    "Boxes mark what the device found: a PET bottle with confidence 0.97, and two contaminants, plastic film with 0.91 and food with 0.88.",
};
