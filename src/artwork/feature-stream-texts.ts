export const featureStreamTexts = {
  title: "One material stream divided into six",
  description:
    "Fiber is the widest band, then plastic, glass, metal, contaminants and organics. Example data.",
};
