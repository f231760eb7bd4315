export const featureDetectTexts = {
  title: "Three bins at the curb, seen from above",
  description: "Plastic film in the middle bin is boxed with confidence 0.91; the other two bins are clean.",
};
