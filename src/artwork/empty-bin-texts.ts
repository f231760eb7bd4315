export const emptyBinTexts = {
  title: "An empty bin seen from above",
  description: "The device drew a box around nothing and labeled it page, confidence 0.00.",
  label: "page 0.00",
  finding: "finding 0.00",
};
